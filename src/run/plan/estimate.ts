/** What a plan will cost: as similar past runs did, or else by the price table. */

import { listCalls, sumCalls } from '../../journal/costs.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { ModelPrice } from '../../ports/model.ts';
import { say, type Text } from '../../words/say.ts';
import { findTerms } from '../../words/terms.ts';

export interface PastRun {
  readonly goal: string;
  /** All its parts together; null when a price was unknown. */
  readonly costUsd: number | null;
}

export interface Estimate {
  readonly text: Text;
}

/** Only the newest ones are looked through. */
const MOST_RUNS = 80;
/** Share of words two goals have in common. */
const SIMILAR = 0.4;
/** What a part usually takes, measured on the plain step (issue of the figures): uncached, from the cache, out. */
const STEPS_A_PART = 8;
const STEP = { input: 1500, cached: 1500, output: 150 } as const;
/** A cache read counts a tenth of a token. */
const CACHE_FACTOR = 0.1;

/** Runs a person asked for, newest first, with what they cost. Those of a plan count as one. */
export async function readPastRuns(recordings: Recordings, before: string): Promise<readonly PastRun[]> {
  const runs = new Map<string, { goal: string; costUsd: number | null }>();
  const ids = (await recordings.list()).filter((id) => id < before).slice(-MOST_RUNS);
  for (const runId of ids) {
    const events = (await recordings.read(runId)) ?? [];
    const created = events[0];
    if (created?.type !== 'run.created' || !events.some(({ type }) => type === 'run.ended')) continue;
    const { knownUsd, unknownCalls, calls } = sumCalls(listCalls(events));
    const costUsd = unknownCalls > 0 ? null : knownUsd;
    const whole = created.part === undefined ? undefined : runs.get(created.part.of);
    if (whole !== undefined)
      whole.costUsd = whole.costUsd === null || costUsd === null ? null : whole.costUsd + costUsd;
    else if (created.part === undefined && calls > 0) runs.set(runId, { goal: created.goal, costUsd });
  }
  return [...runs.values()].reverse();
}

/** Pure. `price`: of the model that does the parts; null: unknown. */
export function estimatePlan(
  goal: string,
  parts: number,
  past: readonly PastRun[],
  price: ModelPrice | null,
): Estimate {
  const costs = past
    .filter((run) => similarity(run.goal, goal) >= SIMILAR)
    .flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
    .sort((one, other) => one - other);
  const median = costs[Math.floor(costs.length / 2)];
  if (median !== undefined)
    return { text: say`Estimated cost: ${{ usd: median }}, like similar runs (${costs.length}).` };
  const steps = parts * STEPS_A_PART;
  if (price === null) {
    const tokens = { tokens: steps * (STEP.input + STEP.output + STEP.cached * CACHE_FACTOR) };
    return { text: say`Cost unknown: no price is set for this model. About ${tokens} tokens.` };
  }
  const perStep = (STEP.input * price.input + STEP.cached * price.cacheRead + STEP.output * price.output) / 1_000_000;
  return {
    text: say`Estimated cost: ${{ usd: steps * perStep }}, by the price list.`,
  };
}

/** Jaccard index of the goals' words. */
function similarity(one: string, other: string): number {
  const first = new Set(findTerms(one));
  const second = new Set(findTerms(other));
  const all = new Set([...first, ...second]);
  const shared = [...first].filter((term) => second.has(term)).length;
  return all.size === 0 ? 0 : shared / all.size;
}
