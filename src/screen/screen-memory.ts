/** Screen memory of a run: tickers, habits and the last act, kept from step to step. */
import type { Fingerprint } from '../ports/desktop.ts';
import type { EarlyLook } from './early-look.ts';
import { changedTiles } from './fingerprints.ts';
import { createTickers, type Tickers } from './tickers.ts';
import { type Habits, isTiny } from './tile-history.ts';

export interface ScreenMemory {
  /** Tiles that blink or move by themselves. */
  habits: Habits;
  /** Regions that change by themselves, learned over the whole run. */
  readonly tickers: Tickers;
  /** Whether the last unbroken watch without an act was long enough to find every blinking caret. */
  knowsCarets: boolean;
  /** The last sample of the watch; null before the first. */
  sample: Sample | null;
  /** The last act that can have changed the screen; null before the first. */
  lastAct: LastAct | null;
  /** The next look, begun before it is asked for; null for who decides at once. */
  early: EarlyLook | null;
}

export interface Sample {
  /** `Clock.elapsed()`. */
  readonly atMs: number;
  /** Index of the display. */
  readonly display: number;
  readonly fingerprint: Fingerprint;
}

export interface LastAct {
  /** `Clock.elapsed()`. */
  readonly atMs: number;
  /** Whether the screen's change after it looked like its whole effect. */
  readonly isAnswered: boolean;
  /** Fingerprint before the act, if the screen had not changed when it was checked; else null. */
  readonly unchanged: Fingerprint | null;
}

export function createScreenMemory(): ScreenMemory {
  return {
    habits: new Map(),
    tickers: createTickers(),
    knowsCarets: false,
    sample: null,
    lastAct: null,
    early: null,
  };
}

/** Whether this look shows that the last act changed the screen after all, later than was waited for. */
export function isAnsweredLate(look: Fingerprint, { lastAct, habits, tickers }: ScreenMemory): boolean {
  const before = lastAct?.unchanged ?? null;
  if (before === null) return false;
  const changed = changedTiles(before, look).filter(
    (tile) => habits.get(tile)?.looks.has(look.tiles[tile] ?? 0) !== true,
  );
  const ticking = tickers.explain(changed, look.columns);
  const own = changed.filter((tile) => !ticking.has(tile));
  return own.length > 0 && !isTiny(own, look.columns);
}
