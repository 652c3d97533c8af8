/** Who decides a run's steps, how hard they think, and how much of the caps the goal is worth. */
import type { Effort, ModelTier } from '../ports/model.ts';
import type { Caps } from './caps.ts';
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
/** A simple goal that takes more than this share of the caps has gone wrong: the person is asked sooner. */
const SIMPLE_SHARE = 0.6;
const SIMPLE_ITERATIONS = 10;
const SIMPLE_TOKENS = 50_000;

export function mindFor(intent: Intent): Mind {
  return { ...NO_MIND, intent, effort: EFFORTS[intent] };
}

/** The stronger model, thinking hard, told what went wrong before it. */
export function strongerMind(mind: Mind, failure: string, performed: number): Mind {
  return { ...mind, tier: 'strong', effort: 'high', failure, since: performed };
}

/** What is allowed to a goal of this kind, never more than the caps. Pure. */
export function capsFor(intent: Intent | null, caps: Caps): Caps {
  if (intent !== 'simple') return caps;
  const share = (cap: number, least: number): number => Math.min(cap, Math.max(least, Math.round(cap * SIMPLE_SHARE)));
  return {
    ...caps,
    maxIterations: share(caps.maxIterations, SIMPLE_ITERATIONS),
    tokenBudget: share(caps.tokenBudget, SIMPLE_TOKENS),
  };
}
