/** The story of an ended run: by the fast model if one decided and today's limit allows it, otherwise by rule. */

import type { RunEvent } from '../journal/events.ts';
import type { Recordings } from '../journal/recordings.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Stamp } from '../ports/journal.ts';
import type { Model } from '../ports/model.ts';
import { withLimit } from '../ports/waits/abort-signals.ts';
import { type DistillCall, type Distilled, distill } from './distill.ts';

/** Money the model calls of memory take. */
export interface MemoryMoney {
  /** Whether today's cap leaves room for a call. */
  mayAsk(): boolean;
  /** null: the cost is unknown. */
  spent(costUsd: number | null): void;
}

export interface StoryPorts {
  /** null: everything by rule. */
  readonly model: Model | null;
  readonly recordings: Recordings;
  readonly money: MemoryMoney;
  readonly warn: (problem: string) => void;
}

export interface EndedRun {
  readonly events: readonly (RunEvent & Stamp)[];
  readonly ended: RunState;
}

/** Time limit; afterwards the story is told by rule. */
const DISTILL_MS = 30_000;

/** Puts it into the run's recording too. null: it is told by rule. Rejects with the signal's reason. */
export async function tellStory(
  { events, ended }: EndedRun,
  { model, recordings, money, warn }: StoryPorts,
  signal: AbortSignal,
): Promise<Distilled | null> {
  const didSomething = ended.performed.length > ended.performedBefore;
  const isWorthIt = didSomething && !isPlaybook(events) && isTellable(ended);
  if (model === null || !isWorthIt || !money.mayAsk()) return null;
  const asking = withLimit(DISTILL_MS, signal);
  const call = await distill(events, ended, model, asking).catch((error: unknown) => {
    signal.throwIfAborted();
    warn(`The story of run ${ended.runId} is told by rule: ${String(error)}`);
    return null;
  });
  if (call === null) return null;
  money.spent(call.costUsd);
  await addToRecording(ended.runId, call, recordings);
  return call.distilled;
}

async function addToRecording(runId: string, call: DistillCall, recordings: Recordings): Promise<void> {
  const recording = await recordings.readRecording(runId);
  if (recording === null) return;
  const { distilled, model, usage, costUsd } = call;
  const told = distilled === null ? {} : { narrative: distilled.narrative, lessons: distilled.lessons };
  await recordings.saveRecording(runId, { ...recording, ...told, memory: { model, usage, cost_usd: costUsd } });
}

/** Whether a playbook decided: its story is told by rule, which costs nothing and says the same. */
function isPlaybook(events: readonly RunEvent[]): boolean {
  return events.some((event) => event.type === 'run.created' && event.model.startsWith('playbook'));
}

/** Whether a model is asked for the story: not after a stop, a cap, or a failure of the model. */
function isTellable({ outcome }: RunState): boolean {
  if (outcome === null || outcome.outcome === 'stopped' || outcome.outcome === 'interrupted') return false;
  return !['model', 'malformed', 'journal', 'error'].includes(outcome.reason);
}
