/** Estimates the cost of a plan: from similar past runs, or else from the price table. */

import { listCalls, sumCalls } from '../../journal/costs.ts';
import type { RunEvent } from '../../journal/events.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { ModelPrice } from '../../ports/model.ts';
import { isSameModel } from '../../ports/model-id.ts';
import { say, type Text } from '../../words/say.ts';
import { findTerms } from '../../words/terms.ts';

export interface PastRun {
  readonly goal: string;
  /** All its parts together; null when a price was unknown. */
  readonly costUsd: number | null;
  /** Ids that decided its steps. */
  readonly models: readonly string[];
}

/** The model that does one part. */
export interface PartModel {
  readonly id: string;
  /** null: unknown. */
  readonly price: ModelPrice | null;
}

/** Models that a past run must have used to be comparable. */
export interface EstimateModels {
  /** One for each part. */
  readonly parts: readonly PartModel[];
  /** The model that made the plan and takes over parts that are too hard. */
  readonly strong: string;
}

export interface Estimate {
  readonly text: Text;
}

/** Number of newest runs that are searched. */
const MOST_RUNS = 80;
/** Share of words two goals have in common. */
const SIMILAR = 0.4;
/** Tokens of a usual part, measured on the plain step: uncached, from the cache, output. */
const STEPS_A_PART = 8;
const STEP = { input: 1500, cached: 1500, output: 150 } as const;
/** A cache read counts a tenth of a token. */
const CACHE_FACTOR = 0.1;

/** Past runs that a person asked for, newest first, with their cost. The runs of one plan count as one. */
export async function readPastRuns(recordings: Recordings, before: string): Promise<readonly PastRun[]> {
  const runs = new Map<string, { goal: string; costUsd: number | null; models: readonly string[] }>();
  const ids = (await recordings.list()).filter((id) => id < before).slice(-MOST_RUNS);
  for (const runId of ids) {
    const events = (await recordings.read(runId)) ?? [];
    const created = events[0];
    if (created?.type !== 'run.created' || !events.some(({ type }) => type === 'run.ended')) continue;
    const { knownUsd, unknownCalls, calls } = sumCalls(listCalls(events));
    const costUsd = unknownCalls > 0 ? null : knownUsd;
    const models = listDeciders(events);
    const whole = created.part === undefined ? undefined : runs.get(created.part.of);
    if (whole !== undefined) {
      whole.costUsd = whole.costUsd === null || costUsd === null ? null : whole.costUsd + costUsd;
      whole.models = [...whole.models, ...models];
    } else if (created.part === undefined && calls > 0) runs.set(runId, { goal: created.goal, costUsd, models });
  }
  return [...runs.values()].reverse();
}

/** Whether a past run used the same models: with others, prices and habits differ. */
function isComparable(past: readonly string[], { parts, strong }: EstimateModels): boolean {
  const began = parts.map(({ id }) => id);
  const isOneOf = (id: string, ids: readonly string[]): boolean => ids.some((one) => isSameModel(one, id));
  return (
    past.length > 0 && past.every((id) => isOneOf(id, [...began, strong])) && began.every((id) => isOneOf(id, past))
  );
}

function listDeciders(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'reply.received' && event.by !== 'playbook' ? [event.asked ?? event.model] : [],
  );
}

/** Estimate from similar runs with the same models, or else from the price table. Pure. */
export function estimatePlan(goal: string, past: readonly PastRun[], models: EstimateModels): Estimate {
  const costs = past
    .filter((run) => similarity(run.goal, goal) >= SIMILAR && isComparable(run.models, models))
    .flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
    .sort((one, other) => one - other);
  const median = costs[Math.floor(costs.length / 2)];
  if (median !== undefined)
    return { text: say`Estimated cost: ${{ usd: median }}, like similar runs (${costs.length}).` };
  const usd = models.parts.reduce<number | null>(
    (sum, { price }) => (sum === null || price === null ? null : sum + STEPS_A_PART * stepUsd(price)),
    0,
  );
  if (usd !== null) return { text: say`Estimated cost: ${{ usd }}, by the price list.` };
  const steps = models.parts.length * STEPS_A_PART;
  const tokens = { tokens: steps * (STEP.input + STEP.output + STEP.cached * CACHE_FACTOR) };
  return { text: say`Cost unknown: no price is set for this model. About ${tokens} tokens.` };
}

function stepUsd({ input, cacheRead, output }: ModelPrice): number {
  return (STEP.input * input + STEP.cached * cacheRead + STEP.output * output) / 1_000_000;
}

/** Jaccard index of the goals' words. */
function similarity(one: string, other: string): number {
  const first = new Set(findTerms(one));
  const second = new Set(findTerms(other));
  const all = new Set([...first, ...second]);
  const shared = [...first].filter((term) => second.has(term)).length;
  return all.size === 0 ? 0 : shared / all.size;
}
