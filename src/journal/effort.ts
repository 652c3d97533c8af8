/** Effort of a run: model tier, thinking, and the share of the caps that a kind of goal may use before it counts as a harder one. */

import type { Caps } from '../config/caps.ts';
import type { Effort, ModelTier } from '../ports/model.ts';

/** simple: a few acts in one place. multi-step: several that follow from each other. complex: several results one after the other. */
export const INTENTS = ['simple', 'multi-step', 'complex'] as const;
export type Intent = (typeof INTENTS)[number];

/** Source of a goal's intent; `skill`: a skill fits, so the way is known. */
export type IntentBy = 'rules' | 'model' | 'skill';

export interface RunEffort {
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

/** Steps and tokens. */
export interface Worth {
  readonly iterations: number;
  readonly tokens: number;
}

export const USUAL_EFFORT: RunEffort = { intent: null, tier: 'main', effort: null, failure: '', since: 0 };

const EFFORTS: Readonly<Record<Intent, Effort>> = { simple: 'low', 'multi-step': 'medium', complex: 'high' };
const TIERS: Readonly<Record<Intent, ModelTier>> = { simple: 'main', 'multi-step': 'main', complex: 'strong' };
const HARDER: Readonly<Record<Intent, Intent | null>> = {
  simple: 'multi-step',
  'multi-step': 'complex',
  complex: null,
};
/** Soft budget by intent, as a share of the caps. */
const SHARES = { simple: 0.3, 'multi-step': 0.7 } as const;
const AT_LEAST: Readonly<Record<keyof typeof SHARES, Worth>> = {
  simple: { iterations: 10, tokens: 50_000 },
  'multi-step': { iterations: 20, tokens: 120_000 },
};

/** Effort that a goal of this intent starts with; `tier`: where another model than the usual one begins. Pure. */
export function effortFor(intent: Intent, tier: ModelTier = TIERS[intent]): RunEffort {
  return { ...USUAL_EFFORT, intent, tier, effort: EFFORTS[intent] };
}

/** The stronger model, thinking hard, told what went wrong before it. */
export function strongerEffort(effort: RunEffort, failure: string, performed: number): RunEffort {
  return { ...effort, tier: 'strong', effort: 'high', failure, since: performed };
}

/**
 * The soft budget of a goal of this kind: what it may use before it counts as a harder one. null: all that the caps allow. The caps
 * themselves stay as they are set, and only they ask the person. Pure.
 */
export function worthOf(intent: Intent, caps: Caps): Worth | null {
  if (intent === 'complex') return null;
  const least = AT_LEAST[intent];
  return {
    iterations: Math.max(least.iterations, Math.ceil(caps.maxIterations * SHARES[intent])),
    tokens: Math.max(least.tokens, caps.tokenBudget * SHARES[intent]),
  };
}

/** The next harder kind of goal, once this one has used up what it is worth: then it was harder than it looked. null: all is well. Pure. */
export function findOutgrown(
  { intent, tier }: Pick<RunEffort, 'intent' | 'tier'>,
  caps: Caps,
  used: Worth,
): { readonly intent: Intent; readonly by: 'steps' | 'tokens' } | null {
  const worth = intent === null ? null : worthOf(intent, caps);
  const next = intent === null ? null : HARDER[intent];
  if (worth === null || next === null || tier === 'strong') return null;
  if (used.iterations >= worth.iterations) return { intent: next, by: 'steps' };
  return used.tokens >= worth.tokens ? { intent: next, by: 'tokens' } : null;
}
