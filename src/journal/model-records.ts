/** What runs of one kind of goal cost with each model, and how many ended done and checked; told from the journals. */
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
const KINDS: readonly Complexity[] = ['simple', 'multi-step', 'complex'];

/** One ended run, booked to the model that began it. */
export interface RunRecord {
  readonly model: string;
  readonly kind: Complexity;
  readonly isChecked: boolean;
  /**
   * Evidence about the model that began: `checked` is a run it brought to a checked end by itself, `failed` one that it got wrong, or
   * that had to be handed on to another one, `open` one that nobody could check. null: stopped by a person, a fault of something else,
   * or answered by a second provider.
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
  // Another model than the one that was asked says nothing about either.
  if (events.some((event) => event.type === 'reply.received' && event.asked !== undefined)) return null;
  if (OWN_FAILURES.includes(end.reason)) return 'failed';
  if (end.outcome !== 'verified' && end.outcome !== 'unverified') return null;
  if (isHandedOver) return 'failed';
  if (models.size > 1) return null;
  return end.outcome === 'verified' ? 'checked' : 'open';
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

export interface ModelRecords {
  /** Of the newest runs, oldest first. A run that has ended is read once in a life. */
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
          // Reading is synchronous: whoever waits for something else has a turn after each.
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
