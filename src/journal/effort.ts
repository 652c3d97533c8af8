/** Effort of a run: model tier, thinking, and the share of the caps that a kind of goal may use before it counts as a harder one. */

import type { Caps } from '../config/caps.ts';
import type { Effort, ModelTier } from '../ports/model.ts';

/** simple: a few acts in one place. multi-step: several that follow from each other. complex: several results one after the other. */
export const COMPLEXITIES = ['simple', 'multi-step', 'complex'] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/** Source of a goal's intent; `skill`: a skill fits, so the way is known. */
export type ComplexityBy = 'rules' | 'model' | 'skill';

export interface RunEffort {
  /** null: the goal was not classified (a playbook, an act by hand). */
  readonly complexity: Complexity | null;
  readonly tier: ModelTier;
  /** null: the provider's own choice. */
  readonly effort: Effort | null;
  /** What the stronger model is told about the failure before it; '' while the first one is at work. */
  readonly failure: string;
  /** Number of actions before the stronger model took over; repetitions are counted from there. */
  readonly since: number;
}

/** Steps and tokens. */
export interface Worth {
  readonly iterations: number;
  readonly tokens: number;
}

export const USUAL_EFFORT: RunEffort = { complexity: null, tier: 'main', effort: null, failure: '', since: 0 };

const EFFORTS: Readonly<Record<Complexity, Effort>> = { simple: 'low', 'multi-step': 'medium', complex: 'high' };
const TIERS: Readonly<Record<Complexity, ModelTier>> = { simple: 'main', 'multi-step': 'main', complex: 'strong' };
const HARDER: Readonly<Record<Complexity, Complexity | null>> = {
  simple: 'multi-step',
  'multi-step': 'complex',
  complex: null,
};
/** Soft budget by complexity, as a share of the caps. */
const SHARES = { simple: 0.3, 'multi-step': 0.7 } as const;
const AT_LEAST: Readonly<Record<keyof typeof SHARES, Worth>> = {
  simple: { iterations: 10, tokens: 50_000 },
  'multi-step': { iterations: 20, tokens: 120_000 },
};

/** Initial effort for a goal of this intent; `tier`: of the first model, when it is not the usual one. Pure. */
export function effortFor(complexity: Complexity, tier: ModelTier = TIERS[complexity]): RunEffort {
  return { ...USUAL_EFFORT, complexity, tier, effort: EFFORTS[complexity] };
}

/** Effort of the stronger model, thinking hard, with the failure before it. */
export function strongerEffort(effort: RunEffort, failure: string, performed: number): RunEffort {
  return { ...effort, tier: 'strong', effort: 'high', failure, since: performed };
}

/**
 * The soft budget of a goal of this kind: what it may use before it counts as a harder one. null: all that the caps allow. The caps
 * themselves stay as they are set, and only they ask the person. Pure.
 */
export function worthOf(complexity: Complexity, caps: Caps): Worth | null {
  if (complexity === 'complex') return null;
  const least = AT_LEAST[complexity];
  return {
    iterations: Math.max(least.iterations, Math.ceil(caps.maxIterations * SHARES[complexity])),
    tokens: Math.max(least.tokens, caps.tokenBudget * SHARES[complexity]),
  };
}

/** The next harder kind of goal once the soft budget of this one is used up; null: it is not. Pure. */
export function findOutgrown(
  { complexity, tier }: Pick<RunEffort, 'complexity' | 'tier'>,
  caps: Caps,
  used: Worth,
): { readonly complexity: Complexity; readonly by: 'steps' | 'tokens' } | null {
  const worth = complexity === null ? null : worthOf(complexity, caps);
  const next = complexity === null ? null : HARDER[complexity];
  if (worth === null || next === null || tier === 'strong') return null;
  if (used.iterations >= worth.iterations) return { complexity: next, by: 'steps' };
  return used.tokens >= worth.tokens ? { complexity: next, by: 'tokens' } : null;
}
