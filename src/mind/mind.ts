/** Who decides a run's steps, how hard they think, and how much of the caps the goal is worth before they think harder. */

import type { Caps } from '../costs/caps.ts';
import type { Effort, ModelTier } from '../ports/model.ts';
import type { Intent } from './intent.ts';

export interface Mind {
  /** null: nobody sorted this goal (a playbook, an act by hand). */
  readonly intent: Intent | null;
  readonly tier: ModelTier;
  /** null: the provider's own choice. */
  readonly effort: Effort | null;
  /** What the stronger model is told about why it was called; '' while the first one is at work. */
  readonly failure: string;
  /** Actions the run had performed when the stronger model took over: repeating is counted anew from there. */
  readonly since: number;
}

export const NO_MIND: Mind = { intent: null, tier: 'main', effort: null, failure: '', since: 0 };

const EFFORTS: Readonly<Record<Intent, Effort>> = { simple: 'low', 'multi-step': 'medium', complex: 'high' };
/** What a simple goal is worth, as a share of the caps. */
const SIMPLE_SHARE = 0.3;
const SIMPLE_ITERATIONS = 10;
const SIMPLE_TOKENS = 50_000;

export function mindFor(intent: Intent): Mind {
  return { ...NO_MIND, intent, effort: EFFORTS[intent] };
}

/** The stronger model, thinking hard, told what went wrong before it. */
export function strongerMind(mind: Mind, failure: string, performed: number): Mind {
  return { ...mind, tier: 'strong', effort: 'high', failure, since: performed };
}

/** The same mind, or a harder one once a simple goal has used up what such a goal is worth: then it was not simple. Pure. */
export function outgrow(mind: Mind, caps: Caps, used: { readonly iterations: number; readonly tokens: number }): Mind {
  if (mind.intent !== 'simple' || mind.tier === 'strong') return mind;
  const isOver =
    used.iterations >= Math.max(SIMPLE_ITERATIONS, caps.maxIterations * SIMPLE_SHARE) ||
    used.tokens >= Math.max(SIMPLE_TOKENS, caps.tokenBudget * SIMPLE_SHARE);
  return isOver ? { ...mind, intent: 'multi-step', effort: EFFORTS['multi-step'] } : mind;
}
