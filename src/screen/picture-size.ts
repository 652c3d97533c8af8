/** Size of a display's picture: the largest that the model takes without shrinking it, on its 28-pixel grid. */
import type { Display } from '../ports/desktop.ts';

/** Current models see a picture in patches of 28×28 pixels and count one token each (Anthropic's documentation, 2026-10). */
export const PATCH_PX = 28;
/** 45 × 28 = 1,260 tokens for 16:10: sharp enough to read menus, cheap enough for every step. */
export const SIDE_PX = 1260;
/** For squarer displays and crops, which would cost more at that length and be shrunk silently from 1,568 on. */
const MOST_TOKENS = 1305;
/** Limit for a picture that is not on the grid, whose edges cost an extra patch. */
export const MOST_PIXELS = 1200 * PATCH_PX * PATCH_PX;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Never larger than the display, both sides multiples of 28; the aspect may change by less than one patch. */
export function pictureSizeFor(display: Pick<Display, 'width' | 'height'>): PictureSize {
  const { width, height } = display;
  const scale = Math.min(
    1,
    SIDE_PX / Math.max(width, height),
    Math.sqrt((MOST_TOKENS * PATCH_PX * PATCH_PX) / (width * height)),
  );
  return { width: toGrid(width * scale), height: toGrid(height * scale) };
}

/** Tokens a picture costs: ceil(w/28) · ceil(h/28). */
export function pictureTokens(size: PictureSize): number {
  return Math.ceil(size.width / PATCH_PX) * Math.ceil(size.height / PATCH_PX);
}

function toGrid(pixels: number): number {
  return Math.max(PATCH_PX, Math.floor(pixels / PATCH_PX) * PATCH_PX);
}
