/** Sorts a run's goal before its first step: by its skill, by rules, or by one call of the fast model. */

import type { Intent, IntentBy } from '../../journal/effort.ts';
import type { Model, Usage } from '../../ports/model.ts';
import { shorten } from '../../words/amounts.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';
import { INTENT_SCHEMA, INTENT_SYSTEM, judgeByRules, parseIntent } from './intent.ts';

export interface FoundIntent {
  readonly intent: { readonly kind: Intent; readonly by: IntentBy };
  /** Of the call; absent when nobody was asked. */
  readonly model?: string;
  readonly usage?: Usage;
  readonly cost_usd?: number | null;
}

export interface FindIntentNeeds {
  readonly model: Model | null;
  readonly skill: object | null;
  readonly goal: string;
  readonly budget: Pick<Budget, 'reached'>;
  readonly control: Pick<RunControl, 'signal'>;
}

const MAX_TOKENS = 1024;
const MAX_GOAL = 4000;
/** When nobody can tell. */
const USUAL: Intent = 'multi-step';

/** For a run that a model decides; null: there is none. Rejects with the run's abort reason when it is stopped. */
export async function findIntent(run: FindIntentNeeds): Promise<FoundIntent | null> {
  if (run.model === null) return null;
  if (run.skill !== null) return { intent: { kind: USUAL, by: 'skill' } };
  const kind = judgeByRules(run.goal);
  if (kind !== null) return { intent: { kind, by: 'rules' } };
  if (run.budget.reached() !== null) return { intent: { kind: USUAL, by: 'rules' } };
  const response = await run.model.ask(
    {
      purpose: 'intent',
      system: INTENT_SYSTEM,
      text: shorten(run.goal, MAX_GOAL),
      pictures: [],
      schema: INTENT_SCHEMA,
      maxTokens: MAX_TOKENS,
      tier: 'fast',
      effort: 'low',
    },
    run.control.signal,
  );
  run.control.signal.throwIfAborted();
  const { model, usage, costUsd } = response;
  const said = response.stop === 'complete' ? parseIntent(response.text) : null;
  const by: IntentBy = said === null ? 'rules' : 'model';
  return { intent: { kind: said ?? USUAL, by }, model, usage, cost_usd: costUsd };
}
