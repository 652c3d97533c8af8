/** The scope of an order's runs, found once when the order is set, as for a goal. */
import type { Model } from '../ports/model.ts';
import { type AssessGoalNeeds, assessGoal } from '../run/plan/assess-goal.ts';
import { createSaidWords } from '../run/said-words.ts';
import type { Scope } from '../safety/scope.ts';
import type { Skill } from '../skills/skill.ts';

export interface ProposeScopePorts {
  readonly model: Model | null;
  readonly home: string;
  /** A skill has its own permissions. */
  readonly skillFor: (goal: string) => { readonly skill: Skill } | null;
  readonly mayAsk: () => boolean;
  readonly spent: (costUsd: number | null) => void;
}

export async function proposeScope(goal: string, ports: ProposeScopePorts, signal: AbortSignal): Promise<Scope | null> {
  const needs: AssessGoalNeeds = {
    model: ports.model,
    skill: ports.skillFor(goal),
    goal,
    said: createSaidWords(goal),
    machine: { home: ports.home },
    budget: { reached: () => (ports.mayAsk() ? null : { cap: 'day-cost', text: '' }) },
    control: { signal },
  };
  const found = await assessGoal(needs);
  ports.spent(found?.found.cost_usd ?? 0);
  return found?.proposed?.scope ?? null;
}
