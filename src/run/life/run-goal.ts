/** A run from its first event to its end: how hard the goal is, then the way that fits. */

import { describeFailure } from '../loop/failure.ts';
import { askBeforeStart } from '../loop/look.ts';
import { type LoopNeeds, runLoop } from '../loop/loop.ts';
import type { End } from '../outcomes.ts';
import { type AgreeOnScopeNeeds, agreeOnScope, type ProposedScope } from '../plan/agree-on-scope.ts';
import { type FindIntentNeeds, findIntent } from '../plan/find-intent.ts';
import { type PlanNeeds, runPlan } from '../plan/run-plan.ts';

export type RunGoalNeeds = LoopNeeds & FindIntentNeeds & AgreeOnScopeNeeds & PlanNeeds;

/** Never rejects. */
export async function pursueGoal(run: RunGoalNeeds): Promise<End> {
  let proposed: ProposedScope | null = null;
  try {
    const { name } = await run.desktop.describe(run.control.signal);
    const shut = await askBeforeStart(run);
    if (shut !== null) return shut;
    const goal = run.decider.by === 'model' ? await findIntent(run) : null;
    run.record({ type: 'run.started', desktop: name, ...goal?.found });
    if (goal !== null) run.escalation.begin(goal.found.intent.kind);
    proposed = goal?.proposed ?? null;
  } catch {
    // The loop meets the same trouble with its first look, and knows how to say it.
  }
  try {
    // A resumed run starts from the state its predecessor ended in: it needs no plan.
    const isPlanned = run.escalation.now().intent === 'complex' && run.state().continues === null;
    const end = isPlanned ? await runPlan(proposed, run) : await agreeOnScope(proposed, run);
    if (end !== null) return end;
  } catch (error) {
    return describeFailure(error, run);
  }
  return await runLoop(run);
}
