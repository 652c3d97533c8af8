/** Pictures that are read before anybody sees them. */
import type { Box, Frame } from './frame.ts';
import type { Reading } from './reader.ts';

export interface SeeWish {
  /** So long at most, in ms; 0: nobody waits, what is known is told, and the rest is read for the next look. */
  readonly withinMs: number;
  /** Where to begin. */
  readonly first?: Box;
}

/** A picture with what was read of it. */
export interface SeenFrame {
  /** Without `luma`; secrets that were read are covered. */
  readonly frame: Frame;
  readonly read: Reading;
}
