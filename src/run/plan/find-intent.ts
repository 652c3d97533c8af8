/** Sorts a run's goal before its first step: by its skill, by rules, or by one call of the fast model. */

import type { Intent, IntentBy } from '../../journal/effort.ts';
import type { Usage } from '../../ports/model.ts';
import { shorten } from '../../words/amounts.ts';
import { reachedCap } from '../limits/caps.ts';
import { spentBy } from '../limits/spent.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { INTENT_SCHEMA, INTENT_SYSTEM, judgeByRules, parseIntent } from './intent.ts';

export interface FoundIntent {
  readonly intent: { readonly kind: Intent; readonly by: IntentBy };
  /** Of the call; absent when nobody was asked. */
  readonly model?: string;
  readonly usage?: Usage;
  readonly cost_usd?: number | null;
}

const MAX_TOKENS = 1024;
const MAX_GOAL = 4000;
/** When nobody can tell. */
const USUAL: Intent = 'multi-step';

/** For a run that a model decides; null: there is none. Rejects with the run's abort reason when it is stopped. */
export async function findIntent(run: ActiveRun, ports: RunPorts): Promise<FoundIntent | null> {
  if (run.model === null) return null;
  if (run.skill !== null) return { intent: { kind: USUAL, by: 'skill' } };
  const kind = judgeByRules(run.goal);
  if (kind !== null) return { intent: { kind, by: 'rules' } };
  if (reachedCap(run.caps, spentBy(run, ports)) !== null) return { intent: { kind: USUAL, by: 'rules' } };
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
