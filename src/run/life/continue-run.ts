/** A run that goes on where an earlier one ended: what of that one's state it begins with. */
import type { Action } from '../../action/schema.ts';
import { evolve } from '../../journal/evolve.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import { type LeftWish, leaveWishes } from '../../ledger/wish.ts';

/** As it stands in `run.created`. */
export interface Continued {
  readonly run: string;
  readonly notes: string[];
  /** What the earlier run did, without what failed: a playbook's place is told from it. */
  readonly performed: { readonly action: Action; readonly ok: boolean }[];
  /** Its ledger; left out without one. */
  readonly wishes?: LeftWish[];
}

/** The state an earlier run ended in; null when there is no such run, or it never got a goal. */
export async function readEarlierRun(runId: string, recordings: Recordings): Promise<RunState | null> {
  const events = await recordings.read(runId);
  const state = events?.reduce(evolve, startingState) ?? null;
  return state === null || state.goal === '' ? null : state;
}

/** Pure. */
export function continueFrom({ runId, notes, performed, wishes }: RunState): Continued {
  return {
    run: runId,
    notes: notes.map(({ text }) => text),
    performed: performed.flatMap(({ action, ok }) => (ok ? [{ action, ok }] : [])),
    ...(wishes.length === 0 ? {} : { wishes: leaveWishes(wishes) }),
  };
}
