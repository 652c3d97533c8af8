/** Regions of the screen that change by themselves: a clock, a counter, a banner, a video. Pure except for its memory. */
import { touchingGroups } from './fingerprints.ts';

/**
 * Learned over a whole run, from changes that the screen showed after it had come to rest. A change soon after an act may be its late
 * answer, so it counts for less: see `isKnown`.
 */
export interface Tickers {
  /** Tiles that changed just now. `act` names the act before it (any number that no other act has), `sinceActMs` how long ago that was. */
  note(tiles: readonly number[], columns: number, at: TickTime): void;
  /**
   * Those of these tiles that the known regions explain: a group of touching tiles that lies in a region, or sticks out a little. One
   * that has been still for longer than it ever was has stopped, and explains nothing. `nowMs`: left out, the time of the last change.
   */
  explain(tiles: readonly number[], columns: number, nowMs?: number): ReadonlySet<number>;
  /** Regions that have been still for much longer than they ever were are forgotten. `Clock.elapsed()`. */
  forgetStill(nowMs: number): void;
}

export interface TickTime {
  /** `Clock.elapsed()`. */
  readonly atMs: number;
  readonly act: number;
  readonly sinceActMs: number;
}

interface Region {
  readonly tiles: Set<number>;
  readonly ticks: TickTime[];
}

/** Time after an act beyond which a change is no longer taken for its effect, ms. */
export const ANSWER_MS = 3000;
/** Changes with a smaller distance count as one. */
const ONE_TICK_MS = 150;
/** Up to so many tiles, about 230×230 pixels, a region is small: no act's answer changes it twice with a pause in between. */
const SMALL_TILES = 52;
/** Time after an act beyond which steady motion is a ticker, not a load in progress, ms. */
const LASTING_MS = 900;
const LASTING_TICKS = 4;
/** Effects of one kind take about the same time each; a change at very different times after three acts is no effect. */
const SPREAD_MS = 800;
const SPREAD_ACTS = 3;
const KEPT_TICKS = 12;
const MOST_REGIONS = 40;
/** Share of a group's tiles that must lie in a region, or next to it, to belong to it. */
const EXPLAINED_SHARE = 0.8;
const REST_FACTOR = 2.5;
const LEAST_REST_MS = 250;
const STILL_FACTOR = 4;
const LEAST_STILL_MS = 12_000;

export function createTickers(): Tickers {
  let regions: Region[] = [];

  return {
    note(tiles, columns, at) {
      for (const group of touchingGroups(tiles, columns)) {
        const region = regions.find((known) => isSameRegion(known.tiles, group, columns));
        if (region === undefined) {
          regions = [{ tiles: new Set(group), ticks: [at] }, ...regions].slice(0, MOST_REGIONS);
          continue;
        }
        for (const tile of group) region.tiles.add(tile);
        const last = region.ticks.at(-1);
        if (last !== undefined && at.atMs - last.atMs < ONE_TICK_MS) continue;
        region.ticks.push(at);
        if (region.ticks.length > KEPT_TICKS) region.ticks.shift();
      }
    },
    explain(tiles, columns, nowMs = 0) {
      const known = regions.filter((region) => isKnown(region) && !hasStopped(region, nowMs));
      if (known.length === 0) return new Set();
      const around = new Set(known.flatMap((region) => withNeighbours(region.tiles, columns)));
      const explained = touchingGroups(tiles, columns).filter(
        (group) => group.filter((tile) => around.has(tile)).length >= group.length * EXPLAINED_SHARE,
      );
      return new Set(explained.flat());
    },
    forgetStill(nowMs) {
      regions = regions.filter(
        ({ ticks }) => nowMs - (ticks.at(-1)?.atMs ?? 0) < Math.max(LEAST_STILL_MS, STILL_FACTOR * meanGap(ticks)),
      );
    },
  };
}

/** True after two changes that no act explains; changes that may be effects of acts need more evidence. */
function isKnown({ tiles, ticks }: Region): boolean {
  const free = ticks.filter(({ sinceActMs }) => sinceActMs > ANSWER_MS);
  if (free.length >= 2 || (free.length === 1 && ticks.length >= 2)) return true;
  if (tiles.size <= SMALL_TILES && ticks.length >= 2) return true;
  const byAct = Map.groupBy(ticks, ({ act }) => act);
  for (const same of byAct.values()) {
    const lastedMs = (same.at(-1)?.atMs ?? 0) - (same[0]?.atMs ?? 0);
    if (same.length >= LASTING_TICKS && lastedMs >= LASTING_MS) return true;
  }
  const delays = [...byAct.values()].map((same) => same[0]?.sinceActMs ?? 0);
  return byAct.size >= SPREAD_ACTS && Math.max(...delays) - Math.min(...delays) >= SPREAD_MS;
}

/** Whether a region has stopped: it rests much longer than it did between two changes. */
function hasStopped({ ticks }: Region, nowMs: number): boolean {
  return nowMs - (ticks.at(-1)?.atMs ?? 0) > Math.max(LEAST_REST_MS, REST_FACTOR * meanGap(ticks));
}

function meanGap(ticks: readonly TickTime[]): number {
  return ((ticks.at(-1)?.atMs ?? 0) - (ticks[0]?.atMs ?? 0)) / Math.max(1, ticks.length - 1);
}

/** At least half of the smaller one lies in the other, which is at most three times as large. */
function isSameRegion(region: ReadonlySet<number>, group: readonly number[], columns: number): boolean {
  const [small, large] = [Math.min(region.size, group.length), Math.max(region.size, group.length)];
  if (large > small * 3 && large > SMALL_TILES) return false;
  const around = new Set(withNeighbours(region, columns));
  return group.filter((tile) => around.has(tile)).length >= small / 2;
}

function withNeighbours(tiles: ReadonlySet<number>, columns: number): readonly number[] {
  const found: number[] = [];
  for (const tile of tiles) {
    const column = tile % columns;
    for (const row of [-columns, 0, columns])
      for (const side of [-1, 0, 1])
        if (column + side >= 0 && column + side < columns && tile + row >= 0) found.push(tile + row + side);
  }
  return found;
}
