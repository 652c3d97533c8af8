import type { Box } from './desktop.ts';

/** Works on JPEG pictures; all coordinates are pixels of the given picture. */
export interface Pictures {
  /** Cuts `box` out (moved inside the picture where it sticks out), scaled to at most `width` pixels wide, with a ring at `ring` when given. */
  cut(
    jpeg: Uint8Array,
    request: { readonly box: Box; readonly width: number; readonly ring?: { readonly x: number; readonly y: number } },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}
