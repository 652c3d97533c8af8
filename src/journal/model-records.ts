/** Cost and verified ends of runs by kind of goal and model, from the journals. */
import type { Stamp } from '../ports/journal.ts';
import type { ModelTier } from '../ports/model.ts';
import { type Complexity, effortFor } from './effort.ts';
import type { RunEvent } from './events.ts';
import type { Outcome, OutcomeReason } from './outcome.ts';
import type { Recordings } from './recordings.ts';

export interface GoalCost {
  readonly kind: Complexity;
  readonly runs: number;
  /** Ended as verified. */
  readonly checked: number;
  /** USD of the runs with a known price. */
  readonly knownUsd: number;
  readonly pricedRuns: number;
}

export interface ModelRecord {
  readonly model: string;
  /** Simple goals first. */
  readonly goals: readonly GoalCost[];
}

/** Number of newest runs that are read, as older ones say little about the present models. */
const RUNS_READ = 200;
const KINDS: readonly Complexity[] = ['simple', 'multi-step', 'complex'];

/** One ended run, counted for the model that began it. */
export interface RunRecord {
  readonly model: string;
  readonly kind: Complexity;
  readonly isChecked: boolean;
  /**
   * Evidence about the model that began. `checked`: it brought the run to a verified end by itself; `failed`: it got it wrong, or another model had
   * to take over; `open`: nobody could check it. null: stopped by a person, failed for another cause, or answered by a second provider.
   */
  readonly verdict: 'checked' | 'failed' | 'open' | null;
  /** USD; null: some price is unknown. */
  readonly costUsd: number | null;
}

/** Ends that the model is answerable for. */
const OWN_FAILURES: readonly OutcomeReason[] = ['not-done', 'stuck', 'malformed', 'budget'];

/** null: the run has not ended, or no model decided it. Pure. */
function recordOf(events: readonly (RunEvent & Stamp)[]): RunRecord | null {
  const started = events.find((event) => event.type === 'run.started');
  const kind = started?.intent?.kind;
  const reply = events.find((event) => event.type === 'reply.received' && event.by !== 'playbook');
  const end = events.findLast((event) => event.type === 'run.ended');
  if (kind === undefined || reply?.type !== 'reply.received' || end === undefined) return null;
  const costs = events.flatMap((event) =>
    'cost_usd' in event && event.cost_usd !== undefined ? [event.cost_usd] : [],
  );
  const costUsd = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
  return {
    model: reply.model,
    kind,
    isChecked: end.outcome === 'verified',
    verdict: judge(events, end, effortFor(kind, started?.learned?.tier).tier),
    costUsd,
  };
}

function judge(
  events: readonly RunEvent[],
  end: Pick<Outcome, 'outcome' | 'reason'>,
  began: ModelTier,
): RunRecord['verdict'] {
  const models = new Set(
    events.flatMap((event) => (event.type === 'reply.received' && event.by !== 'playbook' ? [event.model] : [])),
  );
  const isHandedOver = events.some((event) => event.type === 'mind.changed' && event.tier !== began);
  // An answer from another model than the one asked is evidence about neither.
  if (events.some((event) => event.type === 'reply.received' && event.asked !== undefined)) return null;
  if (OWN_FAILURES.includes(end.reason)) return 'failed';
  if (end.outcome !== 'verified' && end.outcome !== 'unverified') return null;
  if (isHandedOver) return 'failed';
  if (models.size > 1) return null;
  return end.outcome === 'verified' ? 'checked' : 'open';
}

/** Most runs first. Pure. */
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

export interface ModelRecords {
  /** Records of the newest runs, oldest first. An ended run is read once in a process. */
  read(): Promise<readonly RunRecord[]>;
}

export function createModelRecords(
  recordings: Pick<Recordings, 'list' | 'read'>,
  pause: () => Promise<void>,
): ModelRecords {
  let known: ReadonlyMap<string, RunRecord | null> = new Map();
  return {
    async read() {
      const seen = new Map<string, RunRecord | null>();
      const records: RunRecord[] = [];
      for (const runId of (await recordings.list()).slice(-RUNS_READ)) {
        let record = known.get(runId);
        if (record === undefined) {
          const events = (await recordings.read(runId)) ?? [];
          record = recordOf(events);
          // Reading is synchronous, so other work gets a turn after each run.
          await pause();
          if (!events.some(({ type }) => type === 'run.ended')) continue;
        }
        seen.set(runId, record);
        if (record !== null) records.push(record);
      }
      known = seen;
      return records;
    },
  };
}
