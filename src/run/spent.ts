/** What a run has used up so far. */
import type { Spent } from './caps.ts';
import type { ActiveRun, RunPorts } from './run-ports.ts';

export function spentBy(run: ActiveRun, ports: Pick<RunPorts, 'dayCostUsd'>): Spent {
  const state = run.state();
  return { state, workedMs: run.control.workedMs(), dayCostUsd: ports.dayCostUsd() + (state.costUsd ?? 0) };
}
