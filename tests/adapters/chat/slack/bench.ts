/** A Slack chat against the strict server, with somebody to talk to; impatient, so that trouble passes in milliseconds. */

import type { TestContext } from 'node:test';
import type { Pacing, SlackChatOptions } from '../../../../adapters/chat/slack/options.ts';
import { createSlackChat } from '../../../../adapters/chat/slack/slack-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import { readPlainWord } from '../../../../src/commands/plain-words.ts';
import type { Chat, InboundMessage, Receipt } from '../../../../src/ports/chat.ts';
import type { Person } from '../../../servers/slack/people.ts';
import {
  type SlackServer,
  type SlackServerOptions,
  startSlackServer,
  TEAM,
} from '../../../servers/slack/slack-server.ts';
import { createLog, type LogLine, startCollecting } from '../chat-bench.ts';

export const TOKENS = {
  botToken: 'xoxb-1111-secret_of-the-bot',
  appToken: 'xapp-1-A1-2222-secret_of-the-app',
} as const;
export const ANNA = 'U00000ANN';
export const ANNA_ID = `slack:${TEAM}:${ANNA}`;
export const NEVER = new AbortController().signal;

export const IMPATIENT: Pacing = {
  callTimeoutMs: 10_000,
  uploadTimeoutMs: 20_000,
  startPatienceMs: 2_000,
  helloTimeoutMs: 5_000,
  pongTimeoutMs: 5_000,
  pingTimeoutMs: 10_000,
  wakeCheckMs: 50,
  wakeJumpMs: 15_000,
  silenceMs: 5_000,
  retryFirstMs: 20,
  retryCapMs: 100,
  tokenRetryMs: 150,
  floodCapMs: 300,
  ackWithinMs: 1_000,
  threadWithinMs: 500,
  pictureReadyMs: 2_000,
  pictureEveryMs: 20,
  streamStartMs: 500,
  stepsRestMs: 50,
};

export interface Bench {
  readonly server: SlackServer;
  readonly chat: Chat;
  /** A sender who is allowed, in a direct conversation. */
  readonly anna: Person;
  /** What the chat handed on, oldest first. */
  readonly received: readonly InboundMessage[];
  readonly log: readonly LogLine[];
}

export interface BenchOptions {
  readonly server?: Partial<SlackServerOptions>;
  readonly chat?: Partial<SlackChatOptions>;
  readonly pacing?: Partial<Pacing>;
  readonly receive?: (message: InboundMessage) => Promise<Receipt>;
  /** False leaves the chat to be started by the test. */
  readonly isStarted?: boolean;
}

/** Everything ends with the test. */
export async function startBench(t: TestContext, options: BenchOptions = {}): Promise<Bench> {
  const server = await startSlackServer({ ...TOKENS, ...options.server });
  const anna = server.person(ANNA, { name: 'Anna', locale: 'de-DE' });
  const received: InboundMessage[] = [];
  const log: LogLine[] = [];
  const chat = createSlackChat({
    isCommand: (text) => readPlainWord(text) !== null,
    ...TOKENS,
    apiUrl: server.apiUrl,
    clock: createSystemClock(),
    log: createLog(log),
    isAllowed: (senderId) => senderId === ANNA_ID,
    allowedIds: () => [ANNA_ID],
    ...options.chat,
    pacing: { ...IMPATIENT, ...options.pacing },
  });
  t.after(async () => {
    await chat.stop();
    await server.stop();
  });
  if (options.isStarted !== false) await startCollecting(chat, received, options.receive);
  return { server, chat, anna, received, log };
}
