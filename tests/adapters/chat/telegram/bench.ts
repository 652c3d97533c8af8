/** A Telegram chat against the strict server, with somebody to talk to; impatient, so that trouble passes in milliseconds. */

import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pacing, TelegramChatOptions } from '../../../../adapters/chat/telegram/options.ts';
import { createTelegramChat } from '../../../../adapters/chat/telegram/telegram-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import type { Chat, InboundMessage, OutboundMessage, Receipt, Thread } from '../../../../src/ports/chat.ts';
import type { Log } from '../../../../src/ports/chat-needs.ts';
import {
  type Person,
  startTelegramServer,
  type TelegramServer,
  type TelegramServerOptions,
} from '../../../servers/telegram/telegram-server.ts';

export const TOKEN = '4242:AAsecret-part_of-the_token';
export const ANNA = 101;
export const NEVER = new AbortController().signal;
export const THREAD: Thread = { platform: 'telegram', key: `telegram:${ANNA}`, isGroup: false };
export const PLAIN: OutboundMessage = {
  text: ['Hello'],
  picture: null,
  pictureAlt: '',
  buttons: [],
  kind: 'reply',
  file: null,
};

export const IMPATIENT: Pacing = {
  pollSeconds: 3,
  pollGraceMs: 700,
  confirmMs: 50,
  callTimeoutMs: 1_000,
  uploadTimeoutMs: 3_000,
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

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Bench {
  readonly server: TelegramServer;
  readonly chat: Chat;
  /** Allowed, in a private chat that is open. */
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
  const receive = options.receive ?? (async () => ({ toast: '' }));
  if (options.isStarted !== false) {
    await chat.start((message) => {
      received.push(message);
      return receive(message);
    });
  }
  return { server, chat, anna, received, log };
}

export function createLog(lines: LogLine[]): Log {
  return {
    info: (fields, text) => void lines.push({ level: 'info', fields, text }),
    warn: (fields, text) => void lines.push({ level: 'warn', fields, text }),
    error: (fields, text) => void lines.push({ level: 'error', fields, text }),
  };
}

/** Until `look` gives something else than undefined or false; throws after `ms`. */
export async function eventually<T>(look: () => T | undefined | false, ms = 10_000): Promise<T> {
  const deadline = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`did not happen within ${ms} ms: ${look}`);
    await delay(5);
  }
}

/** The texts that came, taps as their data in brackets. */
export function textsOf(received: readonly InboundMessage[]): readonly string[] {
  return received.map(({ content }) =>
    content.kind === 'tap' ? `[${content.data}]` : 'text' in content ? content.text : content.kind,
  );
}
