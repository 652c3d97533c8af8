/** Chooses the tier of the model that begins a goal: the usual one of its kind, or another one that did better in earlier runs. */
import { type Complexity, effortFor } from '../../journal/effort.ts';
import { type LearnedModel, learnModel, type OfferedModel } from '../../journal/learned-model.ts';
import type { ModelRecords } from '../../journal/model-records.ts';
import type { Model, ModelTier } from '../../ports/model.ts';
import type { Budget } from '../limits/budget.ts';
import { leftTogether } from '../limits/caps.ts';
import type { ModelUse } from '../model-of-run.ts';

export interface LearnTierNeeds {
  readonly model: Model | null;
  readonly modelUse: ModelUse;
  readonly modelRecords: ModelRecords;
  readonly budget: Pick<Budget, 'caps' | 'spent'>;
}

const TIERS: readonly ModelTier[] = ['fast', 'main', 'strong'];

/** null: the usual one. Never rejects. */
export async function learnTier(
  kind: Complexity,
  { model, modelUse, modelRecords, budget }: LearnTierNeeds,
): Promise<LearnedModel | null> {
  if (model === null || !mayLearn(kind, modelUse)) return null;
  const records = await modelRecords.read().catch(() => []);
  const spent = budget.spent();
  const { state, dayCostUsd } = spent;
  const { costLimitUsd, dayCostLimitUsd } = budget.caps;
  const maxUsd = Math.min(costLimitUsd - (state.costUsd ?? 0), dayCostLimitUsd - dayCostUsd, leftTogether(spent));
  return learnModel({ kind, usual: effortFor(kind).tier, offered: offeredBy(model, modelUse), records, maxUsd });
}

/** Whether learning applies: not when the person chose a model for such goals, nor for a second provider, which has one model. */
export function mayLearn(kind: Complexity, { chosen, second }: ModelUse): boolean {
  return chosen[effortFor(kind).tier] === undefined && second?.isInUse() !== true;
}

/** The configured ids, with those the person chose in their place. */
export function offeredBy({ offers }: Model, { chosen }: Pick<ModelUse, 'chosen'>): readonly OfferedModel[] {
  if (offers === undefined) return [];
  return TIERS.map((tier) => {
    const id = chosen[tier] ?? offers.ids[tier];
    return { tier, id, price: offers.priceOf(id) };
  });
}
