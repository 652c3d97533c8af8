/** What model calls have cost, told from the journals: by step, run, day and model. */
import { z } from 'zod';
import type { Stamp } from '../ports/journal.ts';
import type { Usage } from '../ports/model.ts';
import { addUsage, isNothing } from '../ports/usage.ts';
import type { RunEvent } from './events.ts';
import type { Recordings } from './recordings.ts';

/** One call, including calls that were given up halfway. */
export interface CountedCall {
  readonly runId: string;
  /** 0: before the first step. */
  readonly iteration: number;
  readonly model: string;
  readonly usage: Usage;
  /** USD; null: this model's price is unknown. */
  readonly costUsd: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface CostSum {
  readonly calls: number;
  readonly usage: Usage;
  /** USD of the calls whose price is known. */
  readonly knownUsd: number;
  /** Number of calls with an unknown price. */
  readonly unknownCalls: number;
}

/** Journals of earlier versions do not name the models of verdicts and checks. */
const NOT_NOTED = 'not noted';

/** Pure. Oldest first. */
export function listCalls(events: readonly (RunEvent & Stamp)[]): readonly CountedCall[] {
  const calls: CountedCall[] = [];
  let runId = '';
  let iteration = 0;
  for (const event of events) {
    if (event.type === 'run.created') runId = event.run;
    if (event.type === 'observation.taken') iteration = event.iteration;
    if (!('usage' in event) || event.usage === undefined) continue;
    const { usage } = event;
    if (isNothing(usage)) continue;
    calls.push({
      runId,
      iteration,
      model: event.model ?? NOT_NOTED,
      usage,
      costUsd: event.cost_usd ?? null,
      at: Date.parse(event.at),
    });
  }
  return calls;
}

/** Calls of all runs since `since` (milliseconds since 1970), oldest run first. */
export async function readCalls(recordings: Recordings, since: number): Promise<readonly CountedCall[]> {
  const byRun: (readonly CountedCall[])[] = [];
  for (const runId of (await recordings.list()).toReversed()) {
    const events = (await recordings.read(runId)) ?? [];
    const calls = [...listCalls(events), ...listMemoryCall(runId, events, await recordings.readRecording(runId))];
    byRun.push(calls.filter(({ at }) => at >= since));
    const created = events[0];
    // Runs do not overlap, so earlier ones ended before this moment.
    if (created !== undefined && Date.parse(created.at) < since) break;
  }
  return byRun.reverse().flat();
}

const memorySchema = z.object({
  memory: z.object({
    model: z.string(),
    usage: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }),
    cost_usd: z.number().nullable(),
  }),
});

/** Call of memory after the run's end; it stands in the recording, not in the journal. */
function listMemoryCall(
  runId: string,
  events: readonly (RunEvent & Stamp)[],
  recording: unknown,
): readonly CountedCall[] {
  const read = memorySchema.safeParse(recording);
  const last = events.at(-1);
  if (!read.success || last === undefined) return [];
  const { model, usage, cost_usd: costUsd } = read.data.memory;
  return [{ runId, iteration: 0, model, usage, costUsd, at: Date.parse(last.at) }];
}

/** Pure. */
export function sumCalls(calls: readonly CountedCall[]): CostSum {
  return calls.reduce<CostSum>(
    (sum, call) => ({
      calls: sum.calls + 1,
      usage: addUsage(sum.usage, call.usage),
      knownUsd: sum.knownUsd + (call.costUsd ?? 0),
      unknownCalls: sum.unknownCalls + (call.costUsd === null ? 1 : 0),
    }),
    { calls: 0, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, knownUsd: 0, unknownCalls: 0 },
  );
}

/** Sums under the name `of` gives each call; those that cost most first. Pure. */
export function groupCalls(
  calls: readonly CountedCall[],
  of: (call: CountedCall) => string,
): readonly (readonly [string, CostSum])[] {
  return [...Map.groupBy(calls, of)]
    .map(([name, group]) => [name, sumCalls(group)] as const)
    .sort(([, one], [, other]) => other.knownUsd - one.knownUsd || other.calls - one.calls);
}

/** The computer's own midnight before `now`, `days` days back; milliseconds since 1970. */
export function midnightBefore(now: number, days = 0): number {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - days);
  return midnight.getTime();
}
