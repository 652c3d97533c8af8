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
  /** The note's present content; null when nothing was written, or only a note beside it. */
  readonly content: string | null;
}

/** The note's own text, or why it cannot be read. */
export type ReadNote = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: Text };

/** The person's Obsidian notes. Paths are relative to the vault; nothing outside it can be reached. */
export interface Vault {
  read(path: string, signal: AbortSignal): Promise<ReadNote>;
  /**
   * Writes a whole note. `base`: the text it was made from, null for a new note. The person's changes since then take precedence: the two are merged
   * where that is possible line by line, otherwise the new text becomes a separate note beside it. An existing note is not replaced by one made
   * without it.
   */
  write(path: string, text: string, base: string | null, signal: AbortSignal): Promise<WrittenNote>;
  /**
   * Reads, changes and writes; once more when the person saved it meanwhile. `change` gets null when there is no such note, and returns
   * null to leave it alone; it must be pure.
   */
  update(path: string, change: (text: string | null) => string | null, signal: AbortSignal): Promise<WrittenNote>;
  /** All readable notes, in no order; an unchanged note is the same object again. Never rejects because of one note. */
  notes(signal: AbortSignal): Promise<readonly Note[]>;
}
