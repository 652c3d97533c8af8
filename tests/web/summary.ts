/** What many web tasks come to, and the shares they are done in. */
import type { TaskResult } from './bench.ts';
import { PARTS, type Part, type StepTimes } from './step-parts.ts';

const LEAST_DONE = 0.98;
const MOST_CALLS = 1.1;
const LEAST_LISTED = 0.95;
/** The largest share of untold elements: with more, the browser would have told nothing at all. */
const MOST_UNTOLD = 0.05;
/** Of tasks on pages that tell nothing, by what was read alone. */
const LEAST_UNTOLD = 0.95;

export interface Summary {
  readonly tasks: number;
  readonly done: number;
  readonly calls: number;
  readonly oracle: number;
  /** Calls for each call that was needed. */
  readonly ratio: number;
  readonly dropped: number;
  readonly cards: number;
  readonly wantedCards: number;
  /** Elements that were in the list, of those in sight that the browser tells, and how many in sight it tells nobody. */
  readonly listed: number;
  readonly told: number;
  readonly untold: number;
  /** Between two calls, where nobody was asked and without what the model wished to wait for. */
  readonly ownMs: { readonly median: number; readonly p90: number };
  /** Medians and ninth tenths of what a step goes into, ms. */
  readonly parts: Readonly<Record<Part, readonly [number, number]>>;
  readonly failed: readonly string[];
  readonly isGood: boolean;
}

export function summarize(results: readonly TaskResult[], isUntold = false): Summary {
  const sum = (count: (result: TaskResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const own = results
    .flatMap(({ times }) => times)
    .map((one) => PARTS.reduce((total, part) => total + one[part], 0))
    .sort((one, other) => one - other);
  const at = (share: number): number => own[Math.min(own.length - 1, Math.floor(own.length * share))] ?? 0;
  const [done, calls, oracle, listed] = [
    sum(({ isDone }) => Number(isDone)),
    sum((one) => one.calls),
    sum((one) => one.oracle),
    sum((one) => one.found),
  ];
  const told = listed + sum(({ missing }) => missing.length);
  const untold = sum((one) => one.untold.length);
  const isListed = listed >= told * LEAST_LISTED && untold <= (told + untold) * MOST_UNTOLD;
  return {
    tasks: results.length,
    done,
    calls,
    oracle,
    ratio: Math.round((calls / oracle) * 1000) / 1000,
    dropped: sum((one) => one.dropped),
    cards: sum((one) => one.cards.length),
    wantedCards: sum((one) => one.wantedCards),
    listed,
    told,
    untold,
    ownMs: { median: at(0.5), p90: at(0.9) },
    parts: partsOf(results.flatMap(({ times }) => times)),
    failed: results.filter(({ isDone }) => !isDone).map(({ name }) => name),
    isGood: isUntold
      ? done >= results.length * LEAST_UNTOLD
      : done >= results.length * LEAST_DONE && calls <= oracle * MOST_CALLS && isListed,
  };
}

function partsOf(times: readonly StepTimes[]): Summary['parts'] {
  const of = (part: Part): readonly [number, number] => {
    const sorted = times.map((one) => one[part]).sort((one, other) => one - other);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return [at(0.5), at(0.9)];
  };
  const [heard, judged, still, done, settled, looked, asked] = PARTS.map(of);
  const none = [0, 0] as const;
  return {
    heard: heard ?? none,
    judged: judged ?? none,
    'still there': still ?? none,
    done: done ?? none,
    settled: settled ?? none,
    looked: looked ?? none,
    asked: asked ?? none,
  };
}

/** `3/10`: the third of ten, every tenth one, so that each share has some of all kinds. */
export function shareOf<Item>(share: string, items: readonly Item[]): readonly Item[] {
  const [, index = '', of = ''] = /^(\d+)\/(\d+)$/.exec(share) ?? [];
  const [at, count] = [Number(index), Number(of)];
  if (!(at >= 1 && at <= count)) throw new Error(`"${share}" is no share: write 3/10 for the third of ten`);
  return items.filter((_, place) => place % count === at - 1);
}
