/** Reads the words that show on the screen, on this computer, whether anything tells them or not. */
import type { Text } from '../words/say.ts';
import type { Box, Luma } from './frame.ts';

/** Boxes are of the ink, in pixels of the display. */
export interface ReadWord {
  readonly text: string;
  readonly box: Box;
  /** 0–1: of the least certain character. */
  readonly confidence: number;
}

/** Words beside each other, as one reads them; columns of a table are lines of their own. */
export interface ReadLine {
  /** The words with a blank between them. */
  readonly text: string;
  readonly box: Box;
  /** 0–1: the mean of its characters. */
  readonly confidence: number;
  readonly words: readonly ReadWord[];
  /** How much the ink differs from what is around it, 0–255. */
  readonly contrast: number;
}

export interface Reading {
  /** From the top to the bottom, then from the left. */
  readonly lines: readonly ReadLine[];
  /** Parts of the display that were not read in time; what stands there is not among the lines. */
  readonly unread: readonly Box[];
  /** Outlines of fields, buttons and check boxes, with words in them or without; from the top to the bottom. */
  readonly boxes: readonly Box[];
}

export interface ReadRequest {
  readonly picture: Luma;
  /** Where to begin: what is decided there. Left out where all is alike. */
  readonly first?: Box;
  /** So long at most. What is not read by then is read on, for the next request. 0: nobody waits; what is known is told, and the rest is begun a moment later. */
  readonly withinMs: number;
}

/** Why nothing can be read; `installed`: a person can mend it. */
export type ReaderState =
  | { readonly kind: 'ready' | 'asleep'; readonly detail: Text }
  | { readonly kind: 'missing'; readonly detail: Text };

export interface Reader {
  /**
   * Only what changed since the request before is read again. A later request with another picture takes the place of one that is not
   * answered: that one gets what is known by then. Where nothing can be read all of it is unread. Rejects with the signal's reason only.
   */
  read(request: ReadRequest, signal: AbortSignal): Promise<Reading>;
  /** Whether asking is worth it. */
  isThere(): boolean;
  state(): ReaderState;
  /** Ends the process behind it and forgets what was read. */
  close(): Promise<void>;
}
