/** A run from its first event to its end: how hard the goal is, then the way that fits. */

import type { Wish } from '../../ledger/wish.ts';
import { describeFailure } from '../loop/failure.ts';
import { askBeforeStart } from '../loop/look.ts';
import { type LoopNeeds, runLoop } from '../loop/loop.ts';
import type { End } from '../outcomes.ts';
import { type AgreeOnScopeNeeds, agreeOnScope, type ProposedScope } from '../plan/agree-on-scope.ts';
import { type AskReadingNeeds, askReading } from '../plan/ask-reading.ts';
import { type AssessedGoal, type AssessGoalNeeds, assessGoal } from '../plan/assess-goal.ts';
import { judgeByRules } from '../plan/complexity.ts';
import { type LearnTierNeeds, learnTier } from '../plan/learn-tier.ts';
import { goOnWithPlan, type PlanNeeds, runPlan } from '../plan/run-plan.ts';
import type { RunTerms } from '../run-terms.ts';
import { type RecheckNeeds, recheckWishes } from '../verify/recheck-wishes.ts';
import { beginLedger, isRepeated, type NoteWishesNeeds, prepareWishes } from '../wishes/note-wishes.ts';

export type RunGoalNeeds = LoopNeeds &
  AssessGoalNeeds &
  LearnTierNeeds &
  AgreeOnScopeNeeds &
  AskReadingNeeds &
  NoteWishesNeeds &
  RecheckNeeds &
  PlanNeeds & { readonly terms: Pick<RunTerms, 'scope' | 'order'> | null; readonly caller: string | null };

function ofOrder({ scope, order }: Pick<RunTerms, 'scope' | 'order'>): ProposedScope | null {
  return scope === null ? null : { scope, by: 'order', order };
}

/** Wishes to check at the end; a run repeated without a model is checked like the first time, where a model can look. */
async function findWishesOf(goal: AssessedGoal | null, run: RunGoalNeeds): Promise<readonly Wish[]> {
  if (goal !== null) return await prepareWishes(goal.found.intent.kind, run);
  const isChecked = run.model !== null && run.caller === null && isRepeated(run);
  return isChecked ? await prepareWishes(judgeByRules(run.goal) ?? 'multi-step', run) : [];
}

/** Never rejects. */
export async function pursueGoal(run: RunGoalNeeds): Promise<End> {
  let proposed: ProposedScope | null = null;
  let readings: readonly string[] = [];
  try {
    const { name } = await run.desktop.describe(run.control.signal);
    const shut = await askBeforeStart(run);
    if (shut !== null) return shut;
    const goal = run.decider.by === 'model' ? await assessGoal(run) : null;
    const learned = goal === null ? null : await learnTier(goal.found.intent.kind, run);
    const wishes = await findWishesOf(goal, run);
    run.record({ type: 'run.started', desktop: name, ...goal?.found, ...(learned === null ? {} : { learned }) });
    if (goal !== null) run.escalation.begin(goal.found.intent.kind, learned?.tier);
    if (goal !== null || wishes.length > 0) beginLedger(wishes, run);
    if (goal !== null) await recheckWishes(run);
    // An order has nobody to answer, and another program's words are not put to the person as their own.
    if (run.terms === null && run.caller === null && run.state().continues === null) readings = goal?.readings ?? [];
    // A standing order has its scope from when it was set.
    proposed = run.terms === null ? (goal?.proposed ?? null) : ofOrder(run.terms);
    // Another program's words grant nothing.
    if (run.caller !== null) proposed = null;
  } catch {
    // The loop's first look meets the same error, and reports it.
  }
  try {
    const unread = await askReading(readings, run);
    if (unread !== null) return unread;
    // A resumed run starts from the state its predecessor ended in, so it needs no plan unless the predecessor had done nothing. An order has
    // nobody to agree on one, and another program's plan is not put to the person as if it were theirs.
    const isPlanned =
      run.escalation.now().complexity === 'complex' &&
      (run.state().continues === null || hasDoneNothing(run)) &&
      run.terms === null &&
      run.caller === null;
    const { plan } = run.state();
    // The plan of the earlier run was agreed to, so its open parts are done.
    if (plan !== null && run.state().continues !== null && run.terms === null && run.caller === null)
      return await goOnWithPlan(plan, proposed, run);
    const end = isPlanned ? await runPlan(proposed, run) : await agreeOnScope(proposed, run);
    if (end !== null) return end;
  } catch (error) {
    return describeFailure(error, run);
  }
  return await runLoop(run);
}

function hasDoneNothing(run: RunGoalNeeds): boolean {
  const { performed, notes, wishes } = run.state();
  return performed.length === 0 && notes.length === 0 && wishes.every(({ status }) => status.name === 'open');
}
