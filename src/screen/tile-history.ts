/** History of a display's tiles since a moment: which changed, which move, and which only blink or spin. */
import type { Fingerprint } from '../ports/desktop.ts';
import type { Tickers } from './tickers.ts';

/** What a tile does by itself, as seen while nobody acted. */
export interface Habit {
  /** Looks it has had. */
  readonly looks: ReadonlySet<number>;
  /** Mean time between its changes when it keeps moving to ever new looks (a spinner, a video); null when it blinks (a caret). */
  readonly everyMs: number | null;
}

/** By tile. */
export type Habits = ReadonlyMap<number, Habit>;

export interface Difference {
  readonly tile: number;
  /** Time of its first change. */
  readonly sinceMs: number;
  /** Time since its last change, ms. */
  readonly restMs: number;
  /** From its first change to its last. */
  readonly movedMs: number;
  /** Whether it goes on changing, as a spinner or a video does. */
  readonly isRestless: boolean;
  /** Whether it is known to change by itself: such a change is no effect of an act, unless the act depends on this place. */
  readonly isTicking: boolean;
}

export interface TileHistory {
  /** Adds a sample; the tiles that changed since the one before it. `atMs` never goes back. */
  see(now: Fingerprint, atMs: number): readonly number[];
  /** Tiles that look different from the first sample; a caret in its other phase is left out. */
  differences(): readonly Difference[];
  /** Number of tiles that changed within `ms` before the last sample, except those that blink or tick. */
  countMoving(ms: number): number;
  /** Time since the last change of such a tile; 0 right after one, infinite when there was none. */
  stillForMs(): number;
  /** Habits of the tiles, observed and known before. */
  habits(): Habits;
  /** Whether blinking carets can be told apart: both phases were seen, or nothing changed for longer than one phase. */
  hasShownCarets(): boolean;
}

/** No phase of a blinking caret is longer (GTK: 800 ms, Chromium: 500 ms). */
export const BLINK_MS = 850;
/** Samples at most this far apart meet every phase, as none is shorter than 400 ms. */
const MISSES_NO_PHASE_MS = 300;
/** A tile that changes this often and to ever new looks is in motion, not changed. */
const RESTLESS_CHANGES = 3;
/** Number of recurring looks beyond which a tile is a spinner, not a caret. */
const BLINK_LOOKS = 3;
/** Factor of its usual rest between two changes after which a tile has stopped moving. */
const REST_FACTOR = 2.5;
const LEAST_REST_MS = 250;
/** A fade ends within this time; what still moves does so by itself. */
export const LASTING_MS = 500;
/** A caret blinks at least this often; one that does not is gone. */
const BLINK_SHOWS_MS = 2000;
const LOOKS_KEPT = 64;
/** 52 tiles of 1440×900: about 230×230 pixels. */
const SMALL_SHARE = 0.04;

interface Trace {
  readonly base: number;
  look: number;
  readonly firstMs: number;
  lastMs: number;
  changes: number;
  /** Looks between which it was back at its base: phases of a blink. */
  readonly phases: Set<number>;
  /** Looks since it was at its base. */
  readonly away: Set<number>;
}

/** `first`: how the tiles should look; `known`: their habits; `tickers`: regions that change by themselves. */
export function createTileHistory(
  first: Fingerprint,
  startedMs: number,
  known: Habits,
  tickers: Pick<Tickers, 'explain'>,
): TileHistory {
  const traces = new Map<number, Trace>();
  let isResized = false;
  let latest = first;
  let nowMs = startedMs;
  let widestGapMs = 0;

  const note = (tile: number, base: number, look: number): void => {
    const trace = traces.get(tile);
    if (trace === undefined) {
      const away = new Set([look]);
      traces.set(tile, { base, look, firstMs: nowMs, lastMs: nowMs, changes: 1, phases: new Set(), away });
      return;
    }
    trace.look = look;
    trace.lastMs = nowMs;
    trace.changes += 1;
    if (look !== trace.base) {
      if (trace.away.size < LOOKS_KEPT) trace.away.add(look);
      return;
    }
    for (const phase of trace.away) trace.phases.add(phase);
    trace.away.clear();
  };

  const isMovingByHabit = (tile: number, trace: Trace): boolean => {
    const everyMs = known.get(tile)?.everyMs ?? null;
    return everyMs !== null && nowMs - trace.lastMs < restAfter(everyMs);
  };
  /** Whether the tile has a look that it also had while nobody acted. */
  const isKnownLook = (tile: number, trace: Trace): boolean =>
    trace.look === trace.base || trace.phases.has(trace.look) || known.get(tile)?.looks.has(trace.look) === true;
  const isBlinking = (tile: number, trace: Trace): boolean =>
    isKnownLook(tile, trace) && (trace.phases.size > 0 || known.has(tile));

  /** Time since the last change of each tile, except those that blink or tick. */
  const restsOfOwn = (): readonly number[] => {
    const own = [...traces].filter(([tile, trace]) => !isBlinking(tile, trace) && !isMovingByHabit(tile, trace));
    const ticking = tickers.explain(
      own.map(([tile]) => tile),
      first.columns,
      nowMs,
    );
    return own.filter(([tile]) => !ticking.has(tile)).map(([, trace]) => nowMs - trace.lastMs);
  };

  return {
    see(now, atMs) {
      widestGapMs = Math.max(widestGapMs, atMs - nowMs);
      nowMs = atMs;
      isResized ||= now.columns !== first.columns || now.rows !== first.rows;
      if (isResized) return [];
      const changed: number[] = [];
      for (let tile = 0; tile < now.tiles.length; tile += 1) {
        const look = now.tiles[tile] ?? 0;
        if (look === latest.tiles[tile]) continue;
        note(tile, first.tiles[tile] ?? 0, look);
        changed.push(tile);
      }
      latest = now;
      return changed;
    },
    differences() {
      if (isResized) {
        const all = {
          sinceMs: nowMs,
          restMs: Number.POSITIVE_INFINITY,
          movedMs: 0,
          isRestless: false,
          isTicking: false,
        };
        return [...first.tiles.keys()].map((tile) => ({ tile, ...all }));
      }
      const others = [...traces].filter(([tile, trace]) => !isKnownLook(tile, trace));
      const explained = tickers.explain(
        others.map(([tile]) => tile),
        first.columns,
        nowMs,
      );
      return others.map(([tile, trace]) => {
        const restMs = nowMs - trace.lastMs;
        const isTicking = explained.has(tile) || isMovingByHabit(tile, trace);
        const movedMs = trace.lastMs - trace.firstMs;
        return { tile, sinceMs: trace.firstMs, restMs, movedMs, isRestless: isRestless(trace, restMs), isTicking };
      });
    },
    countMoving: (ms) => restsOfOwn().filter((restMs) => restMs < ms).length,
    stillForMs: () => Math.min(Number.POSITIVE_INFINITY, ...restsOfOwn()),
    habits() {
      const learned = new Map<number, Habit>();
      for (const [tile, habit] of known) {
        const shows = habit.everyMs === null ? BLINK_SHOWS_MS : restAfter(habit.everyMs);
        if (!traces.has(tile) && nowMs - startedMs < shows) learned.set(tile, habit);
      }
      for (const [tile, trace] of traces) {
        const habit = describeHabit(trace, nowMs - trace.lastMs) ?? known.get(tile);
        if (habit !== undefined && (isKnownLook(tile, trace) || habit.everyMs !== null)) learned.set(tile, habit);
      }
      return learned;
    },
    hasShownCarets() {
      const isStill = traces.size === 0 && !isResized && widestGapMs <= MISSES_NO_PHASE_MS;
      return nowMs - startedMs >= (isStill ? BLINK_MS : BLINK_MS * 2);
    },
  };
}

function describeHabit(trace: Trace, restMs: number): Habit | null {
  const looks = new Set([trace.base, ...trace.phases, ...trace.away]);
  if (trace.phases.size > 0 && looks.size <= BLINK_LOOKS) return { looks, everyMs: null };
  const isLasting = trace.lastMs - trace.firstMs >= LASTING_MS;
  return isLasting && isRestless(trace, restMs) ? { looks, everyMs: meanGap(trace) } : null;
}

function isRestless(trace: Trace, restMs: number): boolean {
  return trace.changes >= RESTLESS_CHANGES && restMs < restAfter(meanGap(trace));
}

function meanGap({ firstMs, lastMs, changes }: Trace): number {
  return changes < 2 ? 0 : (lastMs - firstMs) / (changes - 1);
}

function restAfter(everyMs: number): number {
  return Math.max(LEAST_REST_MS, REST_FACTOR * everyMs);
}

/** Whether these tiles may be a caret in another phase: as small as one, and not visible for longer than a phase. */
export function mayBeCaret(found: readonly Difference[], columns: number): boolean {
  const isYoung = found.some(({ restMs }) => restMs < BLINK_MS) && !found.some(({ isRestless }) => isRestless);
  const tiles = found.map(({ tile }) => tile);
  return isYoung && isTiny(tiles, columns);
}

/** Whether these tiles touch, two by two at most. */
export function isTiny(tiles: readonly number[], columns: number): boolean {
  const xs = tiles.map((tile) => tile % columns);
  const ys = tiles.map((tile) => Math.floor(tile / columns));
  return Math.max(...xs) - Math.min(...xs) <= 1 && Math.max(...ys) - Math.min(...ys) <= 1;
}

/** Up to so many tiles are a small part of the screen: a button, a field, a spinner. */
export function smallPart({ tiles }: Fingerprint): number {
  return Math.floor(tiles.length * SMALL_SHARE);
}
