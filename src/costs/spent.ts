/** What a run has used up so far. */

import type { ActiveRun, RunPorts } from '../run/run-ports.ts';
import type { RunState } from '../run/run-state.ts';
import type { Spent } from './caps.ts';

export function spentBy(run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  const state = withWhole(run);
  return { state, workedMs: run.control.workedMs(), dayCostUsd: ports.dayCostUsd() + (state.costUsd ?? 0) };
}

/** A part of a plan has its own steps; money, tokens and what was extended are the whole plan's. */
function withWhole(run: ActiveRun): RunState {
  const own = run.state();
  if (run.whole === undefined) return own;
  const { usage, costUsd, extended } = run.whole();
  return { ...own, usage, costUsd, extended: { ...extended, iterations: own.extended.iterations ?? 0 } };
}
