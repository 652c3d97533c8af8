/** A run from its first event to its end: how hard the goal is, then the way that fits. */

import { describeFailure } from '../loop/failure.ts';
import { askBeforeStart } from '../loop/look.ts';
import { type LoopNeeds, runLoop } from '../loop/loop.ts';
import type { End } from '../outcomes.ts';
import { type FindIntentNeeds, findIntent } from '../plan/find-intent.ts';
import { type PlanNeeds, runPlan } from '../plan/run-plan.ts';

export type RunGoalNeeds = LoopNeeds & FindIntentNeeds & PlanNeeds;

/** Never rejects. */
export async function pursueGoal(run: RunGoalNeeds): Promise<End> {
  try {
    const { name } = await run.desktop.describe(run.control.signal);
    const shut = await askBeforeStart(run);
    if (shut !== null) return shut;
    const found = run.decider.by === 'model' ? await findIntent(run) : null;
    run.record({ type: 'run.started', desktop: name, ...found });
    if (found !== null) run.escalation.begin(found.intent.kind);
  } catch {
    // The loop meets the same trouble with its first look, and knows how to say it.
  }
  // A resumed run starts from the state its predecessor ended in: it needs no plan.
  if (run.escalation.now().intent === 'complex' && run.state().continues === null) {
    try {
      const end = await runPlan(run);
      if (end !== null) return end;
    } catch (error) {
      return describeFailure(error, run);
    }
  }
  return await runLoop(run);
}
