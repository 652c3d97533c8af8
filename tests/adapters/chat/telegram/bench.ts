/** A Telegram chat against the strict server, with somebody to talk to; impatient, so that trouble passes in milliseconds. */

import type { TestContext } from 'node:test';
import type { Pacing, TelegramChatOptions } from '../../../../adapters/chat/telegram/options.ts';
import { createTelegramChat } from '../../../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { Chat, InboundMessage, Receipt, Thread } from '../../../../src/ports/chat.ts';
import {
  type Person,
  startTelegramServer,
  type TelegramServer,
  type TelegramServerOptions,
} from '../../../servers/telegram/telegram-server.ts';
import { createLog, type LogLine, startCollecting } from '../chat-bench.ts';

export const TOKEN = '4242:AAsecret-part_of-the_token';
export const ANNA = 101;
export const NEVER = new AbortController().signal;
export const THREAD: Thread = { platform: 'telegram', key: `telegram:${ANNA}`, isGroup: false };

export const IMPATIENT: Pacing = {
  pollSeconds: 3,
  pollGraceMs: 700,
  confirmMs: 50,
  callTimeoutMs: 10_000,
  uploadTimeoutMs: 20_000,
  topicWithinMs: 1_000,
  retryFirstMs: 20,
  retryCapMs: 100,
  conflictFirstMs: 50,
  conflictCapMs: 200,
  tokenRetryMs: 150,
  floodCapMs: 300,
  wakeCheckMs: 20,
  wakeJumpMs: 15_000,
  silenceMs: 120_000,
  startPatienceMs: 3_000,
  draftMs: 100,
};

export interface Bench {
  readonly server: TelegramServer;
  readonly chat: Chat;
  /** A sender who is allowed, in an open private chat. */
  readonly anna: Person;
  /** What the chat handed on, oldest first. */
  readonly received: readonly InboundMessage[];
  readonly log: readonly LogLine[];
}

export interface BenchOptions {
  readonly server?: Partial<TelegramServerOptions>;
  readonly chat?: Partial<TelegramChatOptions>;
  readonly pacing?: Partial<Pacing>;
  readonly receive?: (message: InboundMessage) => Promise<Receipt>;
  /** False leaves the chat to be started by the test. */
  readonly isStarted?: boolean;
}

/** Everything ends with the test. */
export async function startBench(t: TestContext, options: BenchOptions = {}): Promise<Bench> {
  const server = await startTelegramServer({ token: TOKEN, ...options.server });
  const anna = server.person(ANNA, { name: 'Anna' });
  const received: InboundMessage[] = [];
  const log: LogLine[] = [];
  const chat = createTelegramChat({
    token: TOKEN,
    apiRoot: server.root,
    clock: createSystemClock(),
    log: createLog(log),
    isAllowed: (userId) => userId === String(ANNA),
    allowedIds: () => [String(ANNA)],
    menus: [{ language: '', commands: [{ command: 'stop', description: 'Stop the run' }] }],
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
