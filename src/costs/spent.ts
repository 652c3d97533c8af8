/** What a run has used up so far. */

import type { ActiveRun, RunPorts } from '../run/run-ports.ts';
import type { RunState } from '../run/run-state.ts';
import { addCall } from './add-call.ts';
import { reachedCap, type Spent } from './caps.ts';

type Call = NonNullable<RunState['lastCall']>;

export function spentBy(run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  return spentAfter(null, run, ports);
}

/** Whether one more call of the same step stays below the caps, once this one is counted. */
export function hasRoomAfter(call: Call, run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): boolean {
  const caps = { ...run.caps, maxIterations: Number.POSITIVE_INFINITY };
  return reachedCap(caps, spentAfter(call, run, ports)) === null;
}

function spentAfter(call: Call | null, run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  const counted = withGivenUp(withWhole(run), run);
  const state = call === null ? counted : addCall(counted, call);
  return { state, workedMs: run.control.workedMs(), dayCostUsd: ports.dayCostUsd() + (state.costUsd ?? 0) };
}

/** Calls that were given up cost something all the same: they are told with the next reply, and count before it. */
function withGivenUp(state: RunState, { session, state: own }: ActiveRun): RunState {
  const { lastCall } = own();
  if (session.givenUp === 0 || lastCall === null) return state;
  return addCall(state, { ...lastCall, given_up: session.givenUp - 1 });
}

/** A part of a plan has its own steps; money, tokens and what was extended are the whole plan's. */
function withWhole(run: ActiveRun): RunState {
  const own = run.state();
  if (run.whole === undefined) return own;
  const { usage, costUsd, extended } = run.whole();
  return { ...own, usage, costUsd, extended: { ...extended, iterations: own.extended.iterations ?? 0 } };
}
