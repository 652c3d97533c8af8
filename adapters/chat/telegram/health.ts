/** How the connection to Telegram is, as /status shows it. */

import type { ChatHealth } from '../../../src/ports/chat.ts';
import type { Clock } from '../../../src/ports/clock.ts';

export interface Health {
  /** Telegram just did what was asked. */
  noteContact(): void;
  /** Updates come in. */
  noteConnected(): void;
  /** They do not; `detail` is one sentence for people. True when that is news. */
  noteTrouble(detail: string): boolean;
  noteStopped(): void;
  /** Resolves with the first of these, good or bad. */
  readonly firstNews: Promise<void>;
  current(): ChatHealth;
}

export function createHealth(clock: Clock): Health {
  let health: ChatHealth = { isConnected: false, lastContactAt: null, detail: 'Telegram is not connected yet.' };

  const firstNews = Promise.withResolvers<void>();

  function set(isConnected: boolean, detail: string): void {
    health = { ...health, isConnected, detail };
    firstNews.resolve();
  }

  return {
    noteContact() {
      health = { ...health, lastContactAt: clock.now() };
    },
    noteConnected: () => set(true, 'Telegram is connected.'),
    noteTrouble(detail) {
      const isNews = health.detail !== detail;
      set(false, detail);
      return isNews;
    },
    noteStopped: () => set(false, 'Telegram is stopped.'),
    firstNews: firstNews.promise,
    current: () => health,
  };
}
