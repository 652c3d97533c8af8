/** How the connection to Slack is, as /status shows it. */

import type { ChatHealth } from '../../../src/ports/chat.ts';
import type { Clock } from '../../../src/ports/clock.ts';

export interface Health {
  /** Something came from Slack: an answer, a message, a ping. */
  noteContact(): void;
  /** The socket is open. */
  noteConnected(): void;
  /** It is not; `detail` is one sentence for people. True when there was no trouble of this kind just before. */
  noteTrouble(kind: string, detail: string): boolean;
  noteStopped(): void;
  /** What does not work although the connection does, one sentence; '' takes it back. */
  noteLack(detail: string): void;
  /** Resolves with the first news, good or bad. */
  readonly firstNews: Promise<void>;
  current(): ChatHealth;
}

export function createHealth(clock: Clock): Health {
  let health: ChatHealth = { isConnected: false, lastContactAt: null, detail: 'Slack is not connected yet.' };
  let trouble = '';
  let lack = '';
  const firstNews = Promise.withResolvers<void>();

  function set(isConnected: boolean, detail: string): void {
    health = { ...health, isConnected, detail };
    firstNews.resolve();
  }

  function sayConnected(): string {
    return `Slack is connected.${lack === '' ? '' : ` ${lack}`}`;
  }

  return {
    noteContact() {
      health = { ...health, lastContactAt: clock.now() };
    },
    noteConnected() {
      trouble = '';
      set(true, sayConnected());
    },
    noteTrouble(kind, detail) {
      const isNews = trouble !== kind;
      trouble = kind;
      set(false, detail);
      return isNews;
    },
    noteLack(detail) {
      lack = detail;
      if (health.isConnected) set(true, sayConnected());
    },
    noteStopped: () => set(false, 'Slack is stopped.'),
    firstNews: firstNews.promise,
    current: () => health,
  };
}
