/** Whether a part of the screen has changed and come to rest: what ticks, blinks or plays by itself is no change. */
import type { Clock } from '../../ports/clock.ts';
import type { Box, Desktop, Fingerprint } from '../../ports/desktop.ts';
import { changedTiles, tilesOf } from '../../screen/fingerprints.ts';
import { createTickers } from '../../screen/tickers.ts';
import type { Look } from './look.ts';

/** A change that stays for this long without moving on counts. Less than the three seconds within which it has to be reported. */
const REST_MS = 1100;
/** Time at the beginning in which it learns what ticks. */
const LEARNING_MS = 3000;
const MINUTE_MS = 60_000;
/** So soon after a full minute a small change may be a clock without seconds. */
const CLOCK_MS = 3000;
/** The figures of a clock, on a dense display too. */
const CLOCK_TILES = 16;

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
  let isClock = false;
  return async (signal) => {
    const now = await desktop.fingerprint(display, signal);
    const atMs = clock.elapsed();
    const inside = box === null ? null : tilesOf(box, now);
    const own = (tiles: readonly number[]) => (inside === null ? tiles : tiles.filter((tile) => inside.has(tile)));
    const moved = last === null ? [] : own(changedTiles(last, now));
    last = now;
    if (moved.length > 0) tickers.note(moved, now.columns, { atMs, act: -1, sinceActMs: Number.POSITIVE_INFINITY });
    const known = tickers.explain(moved, now.columns, atMs);
    if (moved.some((tile) => !known.has(tile))) {
      movedAt = atMs;
      isClock = clock.now() % MINUTE_MS < CLOCK_MS;
    }
    if (before === null || atMs - startedAt < LEARNING_MS) {
      before = now;
      return { found: false, isMoving: true };
    }
    const different = own(changedTiles(before, now));
    const ticking = tickers.explain(different, now.columns, atMs);
    const changed = different.filter((tile) => !ticking.has(tile));
    if (changed.length === 0) {
      // A change that ticks becomes the new reference.
      before = now;
      return { found: false, isMoving: moved.length > 0 };
    }
    // Whether it was a clock shows a minute later, when it changes again or not.
    const mayTick = box === null && isClock && changed.length <= CLOCK_TILES;
    const restMs = mayTick ? MINUTE_MS + CLOCK_MS : REST_MS;
    return { found: atMs - movedAt >= restMs, isMoving: !mayTick };
  };
}
