/** An append-only file of events; design section 6 fixes the line format. */
import { SaidError } from '../words/said-error.ts';
import type { Text } from '../words/say.ts';

/** What every journal line carries besides the event's own fields. */
export interface Stamp {
  /** From 1, without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
}

/** An event as it is appended: a past-tense `type` and its own JSON fields. */
export interface JournalEvent {
  readonly type: string;
}

export interface Journal<E extends JournalEvent> {
  /** The longest valid prefix found when it was opened. */
  readonly found: readonly (E & Stamp)[];
  /** What was cut off or unreadable when it was opened; '' when nothing. */
  readonly damage: string;
  /** One synchronous write. Throws `JournalFailed` when the write fails; then the event does not count. */
  append(event: E): E & Stamp;
  /**
   * Resolves when all that was appended before is on the disk (fdatasync, off the event loop). Rejects with `JournalFailed` when that
   * fails; a later call tries again, with everything that is not proven to be on the disk.
   */
  sync(): Promise<void>;
  close(): void;
}

/** The disk did not take an event. The text says why and what to do; `code` is the system's (`ENOSPC`, `EIO`, …). */
export class JournalFailed extends SaidError {
  override readonly name = 'JournalFailed';
  readonly code: string;
  constructor(text: Text, code: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}
