/** A web chat on a free port, with a real clock or one that tests turn by hand. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { createWebChat, type WebChat } from '../../../../adapters/chat/web/web-chat.ts';
import type { CommandHint } from '../../../../adapters/chat/web/wire.ts';
import { OWN_FILES } from '../../../../src/bin/own-files.ts';
import type { RunHistory } from '../../../../src/journal/history/run-history.ts';
import type { InboundMessage, Receipt } from '../../../../src/ports/chat.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { PersonSettings } from '../../../../src/ports/person-settings.ts';
import type { StateStore } from '../../../../src/ports/state-store.ts';
import type { Language } from '../../../../src/words/speak.ts';
import { createFakeStateStore } from '../../../fakes/state-store.ts';

export const never = new AbortController().signal;

export const COMMANDS: readonly CommandHint[] = [
  { name: 'run', parameters: 'GOAL', help: 'Start a run' },
  { name: 'stop', parameters: '', help: 'Stop the current run' },
  { name: 'screenshot', parameters: '', help: 'Show the screen now' },
  { name: 'status', parameters: '', help: 'What is going on' },
  { name: 'help', parameters: '', help: 'All commands' },
];

/** Waits are `speed` times shorter than asked for; `skip` moves both clocks ahead for whoever asks after it. */
export interface TestClock extends Clock {
  skip(ms: number): void;
}

function createTestClock(speed: number): TestClock {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    elapsed: () => performance.now() + skipped,
    sleep: (ms, signal) => sleep(ms / speed, undefined, { signal, ref: false }),
    skip: (ms) => {
      skipped += ms;
    },
  };
}

export interface WebBench {
  readonly chat: WebChat;
  readonly clock: TestClock;
  readonly received: readonly InboundMessage[];
  /** `http://127.0.0.1:PORT` */
  origin(): string;
  /** Everything logged so far, as JSON lines. */
  logged(): string;
}

export interface WebBenchOptions {
  /** The gateway's answer; null: the chat is not started. */
  readonly answer?: ((message: InboundMessage) => Promise<Receipt>) | null;
  readonly port?: number;
  readonly speed?: number;
  readonly history?: RunHistory;
  /** Data of an earlier process. */
  readonly state?: StateStore;
  readonly kept?: StateStore;
  readonly commands?: (language: Language) => readonly CommandHint[];
  readonly language?: Language | 'auto';
  readonly settings?: PersonSettings;
}

/** No runs. */
export const NO_HISTORY: RunHistory = {
  list: async () => [],
  read: async () => null,
  frame: async () => null,
  report: async () => null,
  remove: async () => 'unknown',
};

export async function startWebChat(options: WebBenchOptions = {}): Promise<WebBench> {
  const { answer = async () => ({ toast: '' }), port = 0, speed = 1 } = options;
  const clock = createTestClock(speed);
  let lines = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => (lines += line) });
  const chat = createWebChat({
    page: OWN_FILES.page,
    port,
    clock,
    log,
    commands: options.commands ?? (() => COMMANDS),
    history: options.history ?? NO_HISTORY,
    state: options.state ?? createFakeStateStore(),
    kept: options.kept ?? createFakeStateStore(),
    mask: (text) => text.replaceAll('sk-secret', '•••'),
    language: options.language ?? 'auto',
  });
  const received: InboundMessage[] = [];
  if (answer !== null) {
    const receive = (message: InboundMessage): Promise<Receipt> => {
      received.push(message);
      return answer(message);
    };
    await chat.start(receive, undefined, options.settings);
  }
  return { chat, clock, received, origin: () => chat.label().slice('web '.length), logged: () => lines };
}

/** Cookie and token of a fresh session, as headers. */
export async function openSession(bench: {
  readonly chat: Pick<WebChat, 'openLink'>;
  origin(): string;
}): Promise<Record<string, string>> {
  const response = await fetch(`${bench.origin()}/session`, {
    method: 'POST',
    headers: { Origin: bench.origin(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: secretOf(bench.chat.openLink()) }),
  });
  const { token } = z.object({ token: z.string() }).parse(await response.json());
  return { Cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'X-Deskhand-Token': token };
}

export function secretOf(link: string): string {
  return new URL(link).hash.slice(1);
}
