/** Recognises the words shown on the screen, on this computer, even where no application reports them. */
import type { Text } from '../words/say.ts';
import type { Box, Luma } from './frame.ts';

/** Boxes are of the ink, in pixels of the display. */
export interface ReadWord {
  readonly text: string;
  readonly box: Box;
  /** 0–1: of the least certain character. */
  readonly confidence: number;
}

/** Adjacent words in reading order; columns of a table are lines of their own. */
export interface ReadLine {
  /** The words, separated by blanks. */
  readonly text: string;
  readonly box: Box;
  /** 0–1: the mean of its characters. */
  readonly confidence: number;
  readonly words: readonly ReadWord[];
  /** Contrast of the letters to their surroundings, 0–255. */
  readonly contrast: number;
}

export interface Reading {
  /** From top to bottom, then from left to right. */
  readonly lines: readonly ReadLine[];
  /** Parts of the display that were not read in time, whose text is missing from `lines`. */
  readonly unread: readonly Box[];
  /** Outlines of fields, buttons and check boxes, with words in them or without; from the top to the bottom. */
  readonly boxes: readonly Box[];
}

export interface ReadRequest {
  readonly picture: Luma;
  /** Part to read first, on which the decision depends. Left out when all parts are equal. */
  readonly first?: Box;
  /** Longest time; the rest is read afterwards, for the next request. 0: returns at once what is known, and begins the rest a moment later. */
  readonly withinMs: number;
}

/** Why nothing can be read; `installed`: a person can mend it. */
export type ReaderState =
  | { readonly kind: 'ready' | 'asleep'; readonly detail: Text }
  | { readonly kind: 'missing'; readonly detail: Text };

export interface Reader {
  /**
   * Reads only what changed since the previous request. A later request with another picture replaces an unanswered one, which then gets what is
   * known. When nothing can be read everything is unread. Rejects with the signal's reason only.
   */
  read(request: ReadRequest, signal: AbortSignal): Promise<Reading>;
  /** Whether asking is worth it. */
  isThere(): boolean;
  state(): ReaderState;
  /** Ends its process and forgets what was read. */
  close(): Promise<void>;
}
