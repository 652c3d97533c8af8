/** What every chat with an outside server is handed besides its own settings. */

import type { Sender, Thread } from './chat.ts';

/** A structured log, as pino's. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, text: string): void;
  warn(fields: Readonly<Record<string, unknown>>, text: string): void;
  error(fields: Readonly<Record<string, unknown>>, text: string): void;
}

/** Handles strangers' messages, only direct ones and only while a code is open. */
export interface StrangerPairing {
  readonly isOpen: () => boolean;
  /** Never rejects. */
  readonly tryCode: (stranger: Sender, thread: Thread, text: string) => Promise<void>;
}
