/** Whether a part of the screen has changed and come to rest: what ticks, blinks or plays by itself is no change. */
import type { Clock } from '../../ports/clock.ts';
import type { Box, Desktop, Fingerprint } from '../../ports/desktop.ts';
import { changedTiles, tilesOf } from '../../screen/fingerprints.ts';
import { createTickers } from '../../screen/tickers.ts';
import type { Look } from './look.ts';

/** A change that is still there after this, and has not moved on, is one. Less than the three seconds within which it is to be told. */
const REST_MS = 1200;
/** While it first looks it learns what ticks. */
const LEARNING_MS = 3000;

/** `box`: in pixels of the display; null: all of it. */
export function watchPixels(
  { display, box }: { readonly display: number; readonly box: Box | null },
  { desktop, clock }: { readonly desktop: Pick<Desktop, 'fingerprint'>; readonly clock: Clock },
): Look {
  const tickers = createTickers();
  const startedAt = clock.elapsed();
  let before: Fingerprint | null = null;
  let last: Fingerprint | null = null;
  let movedAt = startedAt;
  return async (signal) => {
    const now = await desktop.fingerprint(display, signal);
    const atMs = clock.elapsed();
    const inside = box === null ? null : tilesOf(box, now);
    const own = (tiles: readonly number[]) => (inside === null ? tiles : tiles.filter((tile) => inside.has(tile)));
    const moved = last === null ? [] : own(changedTiles(last, now));
    last = now;
    if (moved.length > 0) tickers.note(moved, now.columns, { atMs, act: -1, sinceActMs: Number.POSITIVE_INFINITY });
    const known = tickers.explain(moved, now.columns, atMs);
    if (moved.some((tile) => !known.has(tile))) movedAt = atMs;
    if (before === null || atMs - startedAt < LEARNING_MS) {
      before = now;
      return { found: false, isMoving: true };
    }
    const different = own(changedTiles(before, now));
    const ticking = tickers.explain(different, now.columns, atMs);
    const changed = different.filter((tile) => !ticking.has(tile));
    if (changed.length === 0) {
      // What ticks moves on, and is what is there from now on.
      before = now;
      return { found: false, isMoving: moved.length > 0 };
    }
    return { found: atMs - movedAt >= REST_MS, isMoving: true };
  };
}
