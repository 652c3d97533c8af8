/** The terms of one run of an order, determined at its beginning: the granted scope may no longer hold, and its money may be spent. */
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { RunTerms } from '../run/run-terms.ts';
import { trimScope } from '../safety/scope/trim-scope.ts';
import { monthOf, type StandingOrder } from './order-state.ts';

/** USD that its runs have cost in this calendar month. */
export function spentInMonth({ order, counted }: StandingOrder, now: number): number {
  return counted.month === monthOf(now, order.zone) ? counted.month_usd : 0;
}

export function termsOfRun(
  standing: StandingOrder,
  { goal }: QueuedCommand,
  {
    now,
    home,
    ...more
  }: Pick<RunTerms, 'park' | 'isWanted' | 'putOff'> & { readonly now: number; readonly home: string },
): RunTerms {
  const { id, terms, scope } = standing.order;
  const left = terms.monthUsd === undefined ? undefined : Math.max(0, terms.monthUsd - spentInMonth(standing, now));
  const costs = [terms.runUsd, left].filter((usd) => usd !== undefined);
  return {
    order: id,
    // Limited to what its words name and this computer allows today.
    scope: scope === null ? null : trimScope(scope, goal, home),
    yes: terms.yes,
    caps: {
      maxIterations: terms.steps,
      timeLimitMs: terms.timeMs,
      costLimitUsd: costs.length === 0 ? undefined : Math.min(...costs),
    },
    ...more,
  };
}
