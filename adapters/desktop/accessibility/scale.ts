/** Pixels for each unit in which an application tells its places: 2 with GDK_SCALE=2, 1.5 with such a device scale factor in Chromium. */
import type { Display } from '../../../src/ports/desktop.ts';
import type { Extents } from './atspi.ts';

/** Factors are multiples of this. */
const STEP = 0.25;
/** What the window manager's border and rounding may add to or take from the width. */
const TOLERANCE = 0.04;
/** In narrower windows the border is too large a part of the width. */
const MIN_WIDTH_PX = 200;

/** `widthPx` is what the screen says of the window, `extents` what its application says; 1 unless they clearly differ by a factor. */
export function findScale(widthPx: number | null, extents: Extents | null): number {
  if (widthPx === null || extents === null || widthPx < MIN_WIDTH_PX || extents[2] <= 0) return 1;
  const ratio = widthPx / extents[2];
  const scale = Math.round(ratio / STEP) * STEP;
  return scale > 1 && Math.abs(ratio - scale) <= TOLERANCE * scale ? scale : 1;
}

/**
 * Chromium counts its own bars and menus in larger units and its pages in pixels: a page that is wider than the view around it by
 * just that factor has a scale of its own, 1.
 */
export function findPageScale(page: Extents | null, around: Extents | null, scale: number): number {
  if (scale === 1 || page === null || around === null || around[2] <= 0) return scale;
  return Math.abs(page[2] / around[2] - scale) <= TOLERANCE * scale ? 1 : scale;
}

/** The display's edges in the pixels of the whole screen. */
export function findEdges({ originX, originY, width, height }: Display): {
  readonly right: number;
  readonly bottom: number;
} {
  return { right: originX + width, bottom: originY + height };
}
