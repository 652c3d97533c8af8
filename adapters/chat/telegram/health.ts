/** How the connection to Telegram is, as /status shows it. */

import type { ChatHealth } from '../../../src/ports/chat.ts';
import type { Clock } from '../../../src/ports/clock.ts';

export interface Health {
  /** Telegram just did what was asked. */
  noteContact(): void;
  /** Updates come in. */
  noteConnected(): void;
  /** They do not; `detail` is one sentence for people. True when there was no trouble of this kind just before. */
  noteTrouble(kind: string, detail: string): boolean;
  noteStopped(): void;
  /** Resolves with the first of these, good or bad. */
  readonly firstNews: Promise<void>;
  current(): ChatHealth;
}

/** Telegram's code for another program that polls. */
const TAKEN = '409';

export function createHealth(clock: Clock): Health {
  let health: ChatHealth = { isConnected: false, lastContactAt: null, detail: 'Telegram is not connected yet.' };

  let trouble = '';
  const firstNews = Promise.withResolvers<void>();

  function set(isConnected: boolean, detail: string, isTaken = false): void {
    const takenSince = health.takenSince ?? clock.now();
    health = { isConnected, lastContactAt: health.lastContactAt, detail, ...(isTaken ? { takenSince } : {}) };
    firstNews.resolve();
  }

  return {
    noteContact() {
      health = { ...health, lastContactAt: clock.now() };
    },
    noteConnected() {
      trouble = '';
      set(true, 'Telegram is connected.');
    },
    noteTrouble(kind, detail) {
      const isNews = trouble !== kind;
      trouble = kind;
      set(false, detail, kind === TAKEN);
      return isNews;
    },
    noteStopped: () => set(false, 'Telegram is stopped.'),
    firstNews: firstNews.promise,
    current: () => health,
  };
}
