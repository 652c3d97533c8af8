/** A run that goes on where an earlier one ended: what it takes over of the earlier state. */
import type { Action } from '../../action/schema.ts';
import { evolve } from '../../journal/evolve.ts';
import type { LeftPlan } from '../../journal/plan-events.ts';
import { leavePlan } from '../../journal/plan-state.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import { tellActs } from '../../journal/tell-acts.ts';
import { readParts } from '../../journal/whole-run.ts';
import { type LeftWish, leaveWishes } from '../../ledger/wish.ts';

/** In the form of `run.created`. */
export interface Continued {
  readonly run: string;
  readonly notes: string[];
  /** Successful actions of the earlier run, from which a playbook finds its place. */
  readonly performed: { readonly action: Action; readonly ok: boolean }[];
  /** Ledger of the earlier run; left out when it had none. */
  readonly wishes?: LeftWish[];
  /** Plan of the earlier run, when it was interrupted in the middle of one. */
  readonly plan?: LeftPlan;
}

/** The state an earlier run ended in; null when there is no such run, or it never got a goal. */
export async function readEarlierRun(runId: string, recordings: Recordings): Promise<RunState | null> {
  const events = await recordings.read(runId);
  const state = events?.reduce(evolve, startingState) ?? null;
  return state === null || state.goal === '' ? null : state;
}

/** What a run takes over from the earlier one. */
export async function continueFrom(earlier: RunState, recordings: Recordings): Promise<Continued> {
  const { runId, notes, performed, wishes, plan, outcome } = earlier;
  // Only an interrupted plan is continued: after any other end nothing of it is left, or it was stopped on purpose.
  const goesOn = plan !== null && outcome?.outcome === 'interrupted';
  return {
    run: runId,
    notes: notes.map(({ text }) => text),
    performed: performed.flatMap(({ action, ok }) => (ok ? [{ action, ok }] : [])),
    ...(wishes.length === 0 ? {} : { wishes: leaveWishes(wishes) }),
    ...(goesOn ? { plan: leavePlan(plan, await readActs(runId, recordings)) } : {}),
  };
}

/** For each part of the plan, what it is known to have done. */
async function readActs(runId: string, recordings: Recordings): Promise<(part: string) => string> {
  const parts = await readParts(runId, recordings);
  return (part) => {
    const events = parts.find((one) => one.runId === part)?.events ?? [];
    const unknown = events.findLast((event) => event.type === 'action.unknown');
    const state = events.reduce(evolve, startingState);
    const cut = events.findLast((event) => event.type === 'action.intended' && event.step === unknown?.step);
    const intended = cut?.type === 'action.intended' ? cut : null;
    return tellActs({ performed: state.performed, intended: intended === null ? null : { ...intended } });
  };
}
