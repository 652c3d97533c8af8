/** Pictures that are read before anybody sees them. */
import type { Box, Frame } from './frame.ts';
import type { Reading } from './reader.ts';

export interface SeeWish {
  /** So long at most, in ms. */
  readonly withinMs: number;
  /** From then on what is known is enough. */
  readonly enough?: Promise<void>;
  /** Where to begin. */
  readonly first?: Box;
}

/** A picture with what was read of it. */
export interface SeenFrame {
  /** Without `luma`; secrets that were read are covered. */
  readonly frame: Frame;
  readonly read: Reading;
}
