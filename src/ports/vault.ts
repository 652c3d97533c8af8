import type { Text } from '../words/say.ts';
import type { MachineResult } from './machine.ts';

/** One note as it was when the vault was looked through. */
export interface Note {
  /** Relative to the vault, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface WrittenNote extends MachineResult {
  /** What stands in the note now; null when nothing was written, or beside it. */
  readonly content: string | null;
}

/** The note's own text, or why it cannot be read. */
export type ReadNote = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: Text };

/** The person's Obsidian notes. Paths are relative to the vault; nothing outside it can be reached. */
export interface Vault {
  read(path: string, signal: AbortSignal): Promise<ReadNote>;
  /**
   * Writes a whole note. `base` is the text it was made from, null for a new note. What the person changed since wins: the two are
   * merged where that can be done line by line, otherwise the new text becomes a note of its own beside it. A note that is there is
   * not replaced by one made from nothing.
   */
  write(path: string, text: string, base: string | null, signal: AbortSignal): Promise<WrittenNote>;
  /**
   * Reads, changes and writes; once more when the person saved it meanwhile. `change` gets null when there is no such note, and returns
   * null to leave it alone; it must be pure.
   */
  update(path: string, change: (text: string | null) => string | null, signal: AbortSignal): Promise<WrittenNote>;
  /** All notes that can be read, in no order; the very same object for a note that has not changed. Never rejects for one note's sake. */
  notes(signal: AbortSignal): Promise<readonly Note[]>;
}
