/** Pixels for each unit in which an application tells its places: 2 with GDK_SCALE=2, 1.5 with such a device scale factor in Chromium. */
import type { Display } from '../../../src/ports/desktop.ts';
import type { Extents } from './atspi.ts';

/** Factors are multiples of this. */
const STEP = 0.25;
/** What the window manager's border and rounding may add to or take from the width. */
const TOLERANCE = 0.04;
/** Of narrower windows a border is too large a part. */
const MIN_WIDTH_PX = 200;

/** `widthPx` is what the screen says of the window, `extents` what its application says; 1 unless they clearly differ by a factor. */
export function findScale(widthPx: number | null, extents: Extents | null): number {
  if (widthPx === null || extents === null || widthPx < MIN_WIDTH_PX || extents[2] <= 0) return 1;
  const ratio = widthPx / extents[2];
  const scale = Math.round(ratio / STEP) * STEP;
  return scale > 1 && Math.abs(ratio - scale) <= TOLERANCE * scale ? scale : 1;
}

/** The display in the application's units. */
export function scaleDisplay({ originX, originY, width, height }: Display, scale: number) {
  return { right: (originX + width) / scale, bottom: (originY + height) / scale };
}
