/** Asks the stronger model for a plan. */
import type { Model } from '../../ports/model.ts';
import type { Text } from '../../words/say.ts';
import type { Activity } from '../activity.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';
import type { RunLog } from '../run-log.ts';
import { type MadePlan, parsePlan } from './parse-plan.ts';
import { PLAN_SCHEMA, PLAN_SYSTEM, type PlanQuestion, renderPlanText } from './plan.ts';

const MAX_TOKENS = 4096;
const TRIES = 2;

export interface MakePlanNeeds extends Pick<RunLog, 'record'> {
  readonly model: Model | null;
  readonly budget: Pick<Budget, 'reached'>;
  readonly activity: Pick<Activity, 'showDelay' | 'endCall'>;
  readonly control: Pick<RunControl, 'signal'>;
}

/**
 * null: the model gave no usable plan, and the goal is worked on as one. `unavailable`: the provider cannot be reached now. Records plan.made for
 * every call.
 */
export async function makePlan(
  question: PlanQuestion,
  run: MakePlanNeeds,
): Promise<MadePlan | { readonly unavailable: Text } | null> {
  if (run.model === null) return null;
  let fault = '';
  let mended: MadePlan | null = null;
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (run.budget.reached() !== null) return null;
    const response = await run.model.ask(
      {
        purpose: 'plan',
        system: PLAN_SYSTEM,
        text: renderPlanText(question, fault),
        pictures: [],
        schema: PLAN_SCHEMA,
        maxTokens: MAX_TOKENS,
        tier: 'strong',
        effort: 'medium',
        onDelay: run.activity.showDelay,
      },
      run.control.signal,
    );
    run.activity.endCall();
    run.control.signal.throwIfAborted();
    const parsed = response.stop === 'complete' ? parsePlan(response.text, question.soFar) : null;
    if (parsed?.ok === false) {
      fault = parsed.reason;
      mended = parsed.mended ?? mended;
    }
    const answer = parsed?.ok === true ? parsed.made : tried === TRIES - 1 ? mended : null;
    run.record({
      type: 'plan.made',
      parts: (answer?.plan ?? []).map((part) => ({ ...part, needs: [...part.needs] })),
      model: response.model,
      usage: response.usage,
      cost_usd: response.costUsd,
    });
    if (answer !== null) return answer;
    if (response.stop === 'unavailable') return { unavailable: response.detail };
    if (response.stop === 'rejected') return mended;
  }
  return mended;
}
