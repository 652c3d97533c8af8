/** The caps of a run, checked before every model call: a cap that is reached leads to a question, never to a silent end. */

import type { Caps } from '../../config/caps.ts';
import type { RunState } from '../../journal/run-state.ts';
import { formatCost, formatDuration, formatTokens } from '../../words/amounts.ts';
import { say, type Text } from '../../words/say.ts';

export type CapName = 'iterations' | 'time' | 'tokens' | 'cost' | 'day-cost' | 'together-cost';

export interface Reached {
  readonly cap: CapName;
  /** For the person: "35 steps are used up." */
  readonly text: Text;
}

export interface Spent {
  readonly state: RunState;
  /** Steps of the whole plan, when this run is a part of it. */
  readonly steps?: number;
  readonly workedMs: number;
  /** All runs of this day, this one included. */
  readonly dayCostUsd: number;
  /** null: this computer is alone. */
  readonly together?: Together | null;
}

/** Several computers with a common daily limit. */
export interface Together {
  /** Cost of the others today, USD. */
  readonly othersUsd: number;
  readonly limitUsd: number;
}

/** The first cap that would be overstepped by one more call; null while there is room. */
export function reachedCap(caps: Caps, spent: Spent): Reached | null {
  const limits = extendCaps(caps, spent.state);
  const { state } = spent;
  if (stepsOf(spent) >= limits.maxIterations) {
    return { cap: 'iterations', text: say`All ${limits.maxIterations} steps are used up.` };
  }
  if (spent.workedMs >= limits.timeLimitMs) {
    return { cap: 'time', text: say`I've been working on this for ${{ ms: spent.workedMs }}.` };
  }
  if (countTokens(state) >= limits.tokenBudget) {
    return {
      cap: 'tokens',
      text: say`This has used ${{ tokens: countTokens(state) }} of its ${{ tokens: limits.tokenBudget }} tokens.`,
    };
  }
  if (state.costUsd !== null && state.costUsd > 0 && state.costUsd >= limits.costLimitUsd) {
    return {
      cap: 'cost',
      text: say`This has cost ${{ usd: state.costUsd }} of its ${{ usd: limits.costLimitUsd }}.`,
    };
  }
  if (spent.dayCostUsd > 0 && spent.dayCostUsd >= limits.dayCostLimitUsd) {
    return {
      cap: 'day-cost',
      text: say`Today's runs have cost ${{ usd: spent.dayCostUsd }} of ${{ usd: limits.dayCostLimitUsd }}.`,
    };
  }
  const { together = null } = spent;
  const togetherUsd = spent.dayCostUsd + (together?.othersUsd ?? 0);
  if (together !== null && togetherUsd > 0 && togetherUsd >= together.limitUsd * timesOf('together-cost', state)) {
    return {
      cap: 'together-cost',
      text: say`Together your computers have cost ${{ usd: togetherUsd }} of ${{ usd: together.limitUsd }} today.`,
    };
  }
  return null;
}

function stepsOf({ steps, state }: Spent): number {
  return steps ?? state.iteration;
}

/** For "step 3 of": the steps this run can reach under its own caps. */
export function mostSteps(caps: Caps, spent: Spent): number {
  return extendCaps(caps, spent.state).maxIterations - (stepsOf(spent) - spent.state.iteration);
}

/** The caps with extensions: each Extend adds the whole cap once more. */
function extendCaps(caps: Caps, state: RunState): Caps {
  const times = (cap: CapName): number => timesOf(cap, state);
  return {
    maxIterations: caps.maxIterations * times('iterations'),
    timeLimitMs: caps.timeLimitMs * times('time'),
    tokenBudget: caps.tokenBudget * times('tokens'),
    costLimitUsd: caps.costLimitUsd * times('cost'),
    dayCostLimitUsd: caps.dayCostLimitUsd * times('day-cost'),
  };
}

/** What all computers together may still cost today, USD; infinite for one that shares no limit. */
export function leftTogether({ dayCostUsd, together = null }: Pick<Spent, 'dayCostUsd' | 'together'>): number {
  return together === null ? Number.POSITIVE_INFINITY : together.limitUsd - together.othersUsd - dayCostUsd;
}

function timesOf(cap: CapName, state: RunState): number {
  return 1 + (state.extended[cap] ?? 0);
}

/** Tokens against the budget: a cache read counts a tenth. */
export function countTokens(state: RunState): number {
  const { input, output, cacheRead, cacheWrite } = state.usage;
  return input + output + cacheWrite + cacheRead / 10;
}

/** What is left, for the prompt: "34 steps, $0.93, 280k tokens, 52 min 10 s". */
export function describeBudgetLeft(caps: Caps, spent: Spent): string {
  const limits = extendCaps(caps, spent.state);
  const cost = spent.state.costUsd === null ? [] : [formatCost(Math.max(0, limits.costLimitUsd - spent.state.costUsd))];
  return [
    `${limits.maxIterations - stepsOf(spent)} steps`,
    ...cost,
    `${formatTokens(Math.max(0, limits.tokenBudget - countTokens(spent.state)))} tokens`,
    formatDuration(Math.max(0, limits.timeLimitMs - spent.workedMs)),
  ].join(', ');
}
