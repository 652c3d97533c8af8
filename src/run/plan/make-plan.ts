/** Asks the stronger model for a plan. */
import { reachedCap } from '../limits/caps.ts';
import { spentBy } from '../limits/spent.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { PLAN_SCHEMA, PLAN_SYSTEM, type Plan, type PlanQuestion, parsePlan, renderPlanText } from './plan.ts';

const MAX_TOKENS = 4096;
const TRIES = 2;

/** null: there is none to be had, and the goal is worked on as one. `unavailable`: the provider cannot be reached now. Records plan.made for every call. */
export async function makePlan(
  question: PlanQuestion,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Plan | { readonly unavailable: string } | null> {
  if (run.model === null) return null;
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (reachedCap(run.caps, spentBy(run, ports)) !== null) return null;
    const response = await run.model.ask(
      {
        purpose: 'plan',
        system: PLAN_SYSTEM,
        text: renderPlanText(question),
        pictures: [],
        schema: PLAN_SCHEMA,
        maxTokens: MAX_TOKENS,
        tier: 'strong',
        effort: 'medium',
        onDelay: (why) => {
          run.session.modelDelay = why;
        },
      },
      run.control.signal,
    );
    run.session.modelDelay = '';
    run.control.signal.throwIfAborted();
    const plan = response.stop === 'complete' ? parsePlan(response.text) : null;
    run.record({
      type: 'plan.made',
      parts: (plan ?? []).map(({ goal, check, needs }) => ({ goal, check, needs: [...needs] })),
      model: response.model,
      usage: response.usage,
      cost_usd: response.costUsd,
    });
    if (plan !== null) return plan;
    if (response.stop === 'unavailable') return { unavailable: response.detail };
    if (response.stop === 'rejected') return null;
  }
  return null;
}
