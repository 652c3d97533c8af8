/** What a run has used up so far. */

import { addCall, type Call } from '../../journal/add-call.ts';
import type { RunState } from '../../journal/run-state.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { reachedCap, type Spent } from './caps.ts';

export function spentBy(run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  return spentAfter(null, run, ports);
}

/** Whether one more call of the same step stays below the caps, once this one is counted. */
export function hasRoomAfter(call: Call, run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): boolean {
  const caps = { ...run.caps, maxIterations: Number.POSITIVE_INFINITY };
  return reachedCap(caps, spentAfter(call, run, ports)) === null;
}

function spentAfter(call: Call | null, run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  const counted = withWhole(run);
  const state = call === null ? counted : addCall(counted, call);
  return { state, workedMs: run.control.workedMs(), dayCostUsd: ports.dayCostUsd() + (state.costUsd ?? 0) };
}

/** A part of a plan has its own steps; money, tokens and what was extended are the whole plan's. */
function withWhole(run: ActiveRun): RunState {
  const own = run.state();
  if (run.whole === undefined) return own;
  const { usage, costUsd, extended } = run.whole();
  return { ...own, usage, costUsd, extended: { ...extended, iterations: own.extended.iterations ?? 0 } };
}
