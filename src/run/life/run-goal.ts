/** A run from its first event to its end: how hard the goal is, then the way that fits. */

import { mindFor } from '../../journal/effort.ts';
import type { Decider } from '../decide/decider.ts';
import { describeFailure } from '../loop/failure.ts';
import { runLoop } from '../loop/loop.ts';
import type { End } from '../outcomes.ts';
import { findIntent } from '../plan/find-intent.ts';
import { runPlan } from '../plan/run-plan.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';

/** Never rejects. */
export async function conductRun(run: ActiveRun, decider: Decider, ports: RunPorts): Promise<End> {
  try {
    const { name } = await ports.desktop.describe(run.control.signal);
    const found = decider.by === 'model' ? await findIntent(run, ports) : null;
    run.record({ type: 'run.started', desktop: name, ...found });
    if (found !== null) run.session.mind = mindFor(found.intent.kind);
  } catch {
    // The loop meets the same trouble with its first look, and knows how to say it.
  }
  // One that goes on from an earlier run goes on where that one was.
  if (run.session.mind.intent === 'complex' && run.state().continues === null) {
    try {
      const end = await runPlan(run, ports);
      if (end !== null) return end;
    } catch (error) {
      return describeFailure(error, run);
    }
  }
  return await runLoop(run, decider, ports);
}
