/** What a run may still use; checked before every model call. */
import type { Caps } from '../../config/caps.ts';
import { addCall, type Call } from '../../journal/add-call.ts';
import type { RunState } from '../../journal/run-state.ts';
import type { Usage } from '../../ports/model.ts';
import { mostSteps, type Reached, reachedCap, type Spent, type Together } from './caps.ts';

export interface Budget {
  /** The settings' caps, tightened by the skill's. */
  readonly caps: Caps;
  spent(): Spent;
  /** Steps, with those it was extended by. */
  maxIterations(): number;
  /** The first cap that one more step would overstep; null while there is room. */
  reached(): Reached | null;
  /** The same for a call that is no step of its own: a check, a second look. */
  reachedForCall(): Reached | null;
  /** Whether one more call of the same step stays below the caps, after adding this one. */
  hasRoomAfter(usage: Usage, costUsd: number | null): boolean;
}

export interface BudgetPorts {
  readonly caps: Caps;
  readonly state: () => RunState;
  /** State of the whole plan when this run is a part of it: the limits are the plan's, and all parts count against them. */
  readonly whole?: () => RunState;
  readonly workedMs: () => number;
  /** Cost of today's other runs, USD. */
  readonly dayCostUsd: () => number;
  /** Cost of the other computers that share the daily limit; null: this one is alone. */
  readonly together?: (() => Together | null) | undefined;
}

export function createBudget({ caps, state, whole, workedMs, dayCostUsd, together }: BudgetPorts): Budget {
  const withoutSteps = { ...caps, maxIterations: Number.POSITIVE_INFINITY };
  const counted = (): RunState => {
    const own = state();
    if (whole === undefined) return own;
    const { usage, costUsd, extended } = whole();
    return { ...own, usage, costUsd, extended };
  };
  const steps = (): { readonly steps?: number } => (whole === undefined ? {} : { steps: whole().iteration });
  const spentAfter = (call: Call | null): Spent => {
    const after = call === null ? counted() : addCall(counted(), call);
    const dayUsd = dayCostUsd() + (after.costUsd ?? 0);
    return { state: after, ...steps(), workedMs: workedMs(), dayCostUsd: dayUsd, together: together?.() ?? null };
  };
  return {
    caps,
    spent: () => spentAfter(null),
    maxIterations: () => mostSteps(caps, spentAfter(null)),
    reached: () => reachedCap(caps, spentAfter(null)),
    reachedForCall: () => reachedCap(withoutSteps, spentAfter(null)),
    hasRoomAfter: (usage, costUsd) => reachedCap(withoutSteps, spentAfter({ usage, cost_usd: costUsd })) === null,
  };
}
