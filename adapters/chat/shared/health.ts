/** How the connection to a platform is, as /status shows it. */

import type { ChatHealth } from '../../../src/ports/chat.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { say, type Text } from '../../../src/words/say.ts';

export interface Health {
  /** Any sign of life from the platform: an answer, a message, a ping. */
  noteContact(): void;
  /** Messages from people arrive. */
  noteConnected(): void;
  /** Messages do not arrive; `detail` is one sentence for people. True when there was no trouble of this kind just before. */
  noteTrouble(kind: string, detail: Text, isRejected?: boolean): boolean;
  noteStopped(): void;
  /** One sentence on what does not work although the connection does; '' takes it back. */
  noteLack(detail: Text): void;
  /** Resolves with the first news of the connection, good or bad. */
  readonly firstNews: Promise<void>;
  current(): ChatHealth;
}

/** `name` of the platform, as people know it. `takenKind`: the kind of trouble in which another program has taken this one's connection. */
export function createHealth(name: string, clock: Clock, takenKind: string | null = null): Health {
  let health: ChatHealth = { isConnected: false, lastContactAt: null, detail: say`${name} is not connected yet.` };
  let trouble = '';
  let lack: Text = '';
  const firstNews = Promise.withResolvers<void>();

  function set(isConnected: boolean, detail: Text, isTaken = false, isRejected = false): void {
    const takenSince = health.takenSince ?? clock.now();
    health = {
      isConnected,
      lastContactAt: health.lastContactAt,
      detail,
      ...(isTaken ? { takenSince } : {}),
      ...(isRejected ? { isRejected } : {}),
    };
    firstNews.resolve();
  }

  const setConnected = (): void =>
    set(true, lack === '' ? say`${name} is connected.` : say`${name} is connected. ${lack}`);

  return {
    noteContact() {
      health = { ...health, lastContactAt: clock.now() };
    },
    noteConnected() {
      trouble = '';
      setConnected();
    },
    noteTrouble(kind, detail, isRejected) {
      const isNews = trouble !== kind;
      trouble = kind;
      set(false, detail, kind === takenKind, isRejected);
      return isNews;
    },
    noteLack(detail) {
      lack = detail;
      if (health.isConnected) setConnected();
    },
    noteStopped: () => set(false, say`${name} is stopped.`),
    firstNews: firstNews.promise,
    current: () => health,
  };
}
