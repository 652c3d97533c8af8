/** Pictures that are read before anybody sees them. */
import type { Box, Frame } from './frame.ts';
import type { Reading } from './reader.ts';

export interface SeeWish {
  /** Longest time, ms; 0: returns at once what is known, and reads the rest for the next look. */
  readonly withinMs: number;
  /** Part to read first. */
  readonly first?: Box;
}

/** A picture with its recognised text. */
export interface SeenFrame {
  /** Without `luma`; recognised secrets are covered. */
  readonly frame: Frame;
  readonly read: Reading;
}
