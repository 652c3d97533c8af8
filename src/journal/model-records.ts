/** What runs of one kind of goal cost with each model, and how many ended done and checked; told from the journals. */
import type { Stamp } from '../ports/journal.ts';
import type { Intent } from './effort.ts';
import type { RunEvent } from './events.ts';
import type { Recordings } from './recordings.ts';

export interface GoalCost {
  readonly kind: Intent;
  readonly runs: number;
  /** Ended as verified. */
  readonly checked: number;
  /** USD of the runs whose price is known. */
  readonly knownUsd: number;
  readonly pricedRuns: number;
}

export interface ModelRecord {
  readonly model: string;
  /** Simple ones first. */
  readonly goals: readonly GoalCost[];
}

/** Older ones say little about the models of today. */
const RUNS_READ = 200;
const KINDS: readonly Intent[] = ['simple', 'multi-step', 'complex'];

/** One ended run; null when no model decided it. A run that was handed to the stronger model counts for the one that began. */
export interface RunRecord {
  readonly model: string;
  readonly kind: Intent;
  readonly isChecked: boolean;
  /** USD; null: some price is unknown. */
  readonly costUsd: number | null;
}

/** Pure. */
export function recordOf(events: readonly (RunEvent & Stamp)[]): RunRecord | null {
  const kind = events.find((event) => event.type === 'run.started')?.intent?.kind;
  const reply = events.find((event) => event.type === 'reply.received' && event.by !== 'playbook');
  const end = events.findLast((event) => event.type === 'run.ended');
  if (kind === undefined || reply?.type !== 'reply.received' || end === undefined) return null;
  const costs = events.flatMap((event) =>
    'cost_usd' in event && event.cost_usd !== undefined ? [event.cost_usd] : [],
  );
  const costUsd = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
  return { model: reply.model, kind, isChecked: end.outcome === 'verified', costUsd };
}

/** Pure. Those with most runs first. */
export function groupRecords(records: readonly RunRecord[]): readonly ModelRecord[] {
  return [...Map.groupBy(records, ({ model }) => model)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([model, ofModel]) => ({
      model,
      goals: KINDS.map((kind) => ({ kind, ofKind: ofModel.filter((record) => record.kind === kind) }))
        .filter(({ ofKind }) => ofKind.length > 0)
        .map(({ kind, ofKind }) => {
          const priced = ofKind.flatMap(({ costUsd }) => costUsd ?? []);
          return {
            kind,
            runs: ofKind.length,
            checked: ofKind.filter(({ isChecked }) => isChecked).length,
            knownUsd: priced.reduce((sum, cost) => sum + cost, 0),
            pricedRuns: priced.length,
          };
        }),
    }));
}

/** The newest runs. */
export async function readModelRecords(recordings: Recordings): Promise<readonly ModelRecord[]> {
  const records: RunRecord[] = [];
  for (const runId of (await recordings.list()).slice(-RUNS_READ)) {
    const record = recordOf((await recordings.read(runId)) ?? []);
    if (record !== null) records.push(record);
  }
  return groupRecords(records);
}
