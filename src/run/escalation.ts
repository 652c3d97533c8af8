/** Escalation: a run that gets nowhere goes to the stronger model, once; one that outgrows its complexity's soft budget counts as a harder one. */
import { describeAction, nameElements } from '../action/describe.ts';
import {
  type Complexity,
  effortFor,
  findOutgrown,
  type RunEffort,
  strongerEffort,
  USUAL_EFFORT,
} from '../journal/effort.ts';
import type { ModelTier } from '../ports/model.ts';
import { shorten } from '../words/amounts.ts';
import { speak } from '../words/speak.ts';
import type { DecidedBy } from './decide/decider.ts';
import type { Budget } from './limits/budget.ts';
import { countTokens } from './limits/caps.ts';
import type { RunLog } from './run-log.ts';

export interface Escalation {
  now(): RunEffort;
  /** Sets the kind that the goal was classified as; `tier`: of the first model, when it is not the usual one. */
  begin(complexity: Complexity, tier?: ModelTier): void;
  /** Whether a stronger model is left to hand the run to; never for a playbook, which hands over by itself. */
  canEscalate(by: DecidedBy): boolean;
  /** Hands over to the stronger model and records why. */
  escalateStuck(): void;
  escalateUnfinished(found: string): void;
  /** Raises the complexity by one when its soft budget is used up. */
  escalateOutgrown(): void;
}

type Why = 'steps' | 'tokens' | 'stuck' | 'not done';

const MAX_FAILURE = 600;

export function createEscalation({
  record,
  state,
  budget,
}: Pick<RunLog, 'record' | 'state'> & { readonly budget: Pick<Budget, 'caps'> }): Escalation {
  let now: RunEffort = USUAL_EFFORT;

  const change = (why: Why, to: RunEffort): void => {
    now = to;
    const { complexity, tier, effort } = to;
    record({ type: 'mind.changed', why, ...(complexity === null ? {} : { intent: complexity }), tier, effort });
  };
  const handOver = (by: Why, why: string, complexity = now.complexity): void => {
    const failure = `Another model worked on this before you and failed: ${shorten(why, MAX_FAILURE)}`;
    change(by, { ...strongerEffort(now, failure, state().performed.length), complexity });
  };

  return {
    now: () => now,
    begin(complexity, tier) {
      now = effortFor(complexity, tier);
    },
    canEscalate: (by) => by === 'model' && now.tier !== 'strong',
    escalateStuck() {
      const { last } = state();
      const act = last === null ? 'the same' : speak(describeAction(last.action, nameElements(last.element)), 'en');
      handOver('stuck', `it kept doing the same and nothing came of it: ${act}. Find another way.`);
    },
    escalateUnfinished(found) {
      handOver('not done', `it said "done" and the check found otherwise, time after time. The last time: ${found}`);
    },
    escalateOutgrown() {
      const { iteration } = state();
      const outgrown = findOutgrown(now, budget.caps, { iterations: iteration, tokens: countTokens(state()) });
      if (outgrown === null) return;
      const { complexity, by } = outgrown;
      const next = effortFor(complexity);
      if (next.tier !== 'strong') change(by, { ...now, complexity, effort: next.effort, tier: next.tier });
      else {
        const why = `it has not come to an end in ${iteration} steps. Find a shorter way, or fail and say why.`;
        handOver(by, why, complexity);
      }
    },
  };
}
