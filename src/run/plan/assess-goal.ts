/** Sorts a run's goal before its first step, and finds where it may work: by its skill, by rules, or by one call of the fast model. */

import type { Complexity, ComplexityBy } from '../../journal/effort.ts';
import type { Model, Usage } from '../../ports/model.ts';
import { mayNeedScope, scopeByRule } from '../../safety/scope/scope-by-rule.ts';
import { trimScope } from '../../safety/scope/trim-scope.ts';
import { isAdviceOnly, type Skill } from '../../skills/skill.ts';
import { shorten } from '../../words/amounts.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';
import type { SaidWords } from '../said-words.ts';
import type { ProposedScope } from './agree-on-scope.ts';
import { ASSESSMENT_SCHEMA, ASSESSMENT_SYSTEM, judgeByRules, parseAssessment } from './complexity.ts';

export interface FoundComplexity {
  readonly intent: { readonly kind: Complexity; readonly by: ComplexityBy };
  /** Id of the model that was called; absent when none was. */
  readonly model?: string;
  readonly usage?: Usage;
  readonly cost_usd?: number | null;
}

export interface AssessedGoal {
  readonly found: FoundComplexity;
  /** Scope in which ordinary work needs no further approval, from the goal's own words; null: none. */
  readonly proposed: ProposedScope | null;
  /** The two meanings of the goal; empty when it has one, or no model was asked. */
  readonly readings: readonly string[];
}

export interface AssessGoalNeeds {
  readonly model: Model | null;
  readonly skill: { readonly skill: Skill } | null;
  readonly goal: string;
  readonly said: Pick<SaidWords, 'isByProgram'>;
  readonly machine: { readonly home: string };
  readonly budget: Pick<Budget, 'reached'>;
  readonly control: Pick<RunControl, 'signal'>;
}

const MAX_TOKENS = 1024;
const MAX_GOAL = 4000;
/** Used when neither rules nor a model can tell. */
const USUAL: Complexity = 'multi-step';

/** For a run that a model decides; null: there is none. Rejects with the run's abort reason when it is stopped. */
export async function assessGoal(run: AssessGoalNeeds): Promise<AssessedGoal | null> {
  const { goal, machine } = run;
  if (run.model === null) return null;
  if (run.skill !== null && !isAdviceOnly(run.skill.skill))
    return { found: { intent: { kind: USUAL, by: 'skill' } }, proposed: null, readings: [] };
  const kind = judgeByRules(goal);
  // Only a person's own words grant.
  const scope = run.said.isByProgram ? null : scopeByRule(goal, machine.home);
  const proposed = scope === null ? null : ({ scope, by: 'rule' } as const);
  // A plan is asked for all the same, and proposes it then.
  const isKnown = kind !== null && (kind === 'complex' || proposed !== null || !mayNeedScope(goal, machine.home));
  if (isKnown || run.budget.reached() !== null)
    return { found: { intent: { kind: kind ?? USUAL, by: 'rules' } }, proposed, readings: [] };
  const response = await run.model.ask(
    {
      purpose: 'intent',
      system: ASSESSMENT_SYSTEM,
      text: shorten(goal, MAX_GOAL),
      pictures: [],
      schema: ASSESSMENT_SCHEMA,
      maxTokens: MAX_TOKENS,
      tier: 'fast',
      effort: 'low',
    },
    run.control.signal,
  );
  run.control.signal.throwIfAborted();
  const { model, usage, costUsd } = response;
  const said = response.stop === 'complete' ? parseAssessment(response.text) : null;
  const by: ComplexityBy = kind !== null || said === null ? 'rules' : 'model';
  const trimmed = said?.scope == null ? null : trimScope(said.scope, goal, machine.home);
  return {
    found: { intent: { kind: kind ?? said?.kind ?? USUAL, by }, model, usage, cost_usd: costUsd },
    proposed: proposed ?? (trimmed === null ? null : { scope: trimmed, by: 'model' }),
    readings: said?.readings ?? [],
  };
}
