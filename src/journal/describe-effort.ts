/** Wording of a run's effort: complexity, model tier, thinking. */
import type { Caps } from '../config/caps.ts';
import { join, say, type Text } from '../words/say.ts';
import { sayLearned } from './describe-learned.ts';
import type { Complexity, ComplexityBy } from './effort.ts';
import { worthOf } from './effort.ts';
import type { NotedEffort } from './run-state.ts';

const NAMES: Readonly<Record<Complexity, Text>> = {
  simple: say`a simple goal`,
  'multi-step': say`a goal of several steps`,
  complex: say`a complex goal`,
};
const TELLERS: Readonly<Record<ComplexityBy, Text>> = {
  rules: say`told by rules`,
  model: say`told by the fast model`,
  skill: say`a skill fits`,
};
const TIERS: Readonly<Record<NotedEffort['tier'], Text>> = {
  main: say`the main model decides`,
  fast: say`the fast model decides`,
  strong: say`the stronger model decides`,
};
const EFFORTS: Readonly<Record<NonNullable<NotedEffort['effort']>, Text>> = {
  low: say`with little thought`,
  medium: say`with some thought`,
  high: say`with much thought`,
};
const REASONS: Readonly<Record<NonNullable<NotedEffort['why']>, Text>> = {
  steps: say`it took more steps than it looked like`,
  tokens: say`it took more tokens than it looked like`,
  stuck: say`the first model got nowhere`,
  'not done': say`it was not done when the first model said so`,
};

/** One line for /status and /why. Pure. */
export function describeEffort({ complexity, by, tier, effort, why, learned }: NotedEffort, caps: Caps | null): Text {
  const worth = complexity === null || tier === 'strong' || caps === null ? null : worthOf(complexity, caps);
  const isReached = worth === null || caps === null || worth.iterations >= caps.maxIterations;
  return join(
    [
      ...(complexity === null ? [] : [NAMES[complexity]]),
      ...(by === null || why !== null ? [] : [TELLERS[by]]),
      ...(why === null ? [] : [REASONS[why]]),
      learned === null || why !== null ? TIERS[tier] : sayLearned(learned),
      ...(effort === null ? [] : [EFFORTS[effort]]),
      ...(isReached
        ? []
        : [say`from ${worth.iterations} steps or ${{ tokens: worth.tokens }} tokens on it counts as harder`]),
    ],
    ', ',
  );
}

/** Line for the live message once the effort differs from the start; null before. Pure. */
export function describeChange({ complexity, tier, why }: NotedEffort): Text | null {
  if (why === null) return null;
  return tier === 'strong' || complexity === null ? TIERS[tier] : say`counts as ${NAMES[complexity]} now`;
}
