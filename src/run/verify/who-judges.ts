/** Who says whether a run is done: a model that looks, or checks alone. */
import { type KeptWish, stillWanted } from '../../ledger/wish.ts';
import type { Model } from '../../ports/model.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { isForeign } from '../../skills/skill.ts';
import type { DecidedBy } from '../decide/decider.ts';

export interface JudgedBy {
  /** null: there is no model to look at the screen. */
  readonly model: Model | null;
  readonly skill: Pick<SkillMatch, 'skill' | 'params'> | null;
  /** The ledger, as far as this run has to prove it; empty without one. */
  readonly wishes: () => readonly KeptWish[];
}

/**
 * Whether a model judges the result. A playbook is judged by typed checks alone when its skill has some and is not somebody else's, and no open wish
 * is without.
 */
export function isJudgedByModel(by: DecidedBy, { model, skill, wishes }: JudgedBy): boolean {
  if (model === null) return false;
  const isUntyped = stillWanted(wishes()).some(({ checks = [] }) => checks.length === 0);
  return by === 'model' || isUntyped || isOthers(skill) || (skill?.skill.expect ?? []).length === 0;
}

/** Whether the skill comes from somebody else, who could have written checks that always hold. */
export function isOthers(skill: JudgedBy['skill']): boolean {
  return skill !== null && isForeign(skill.skill);
}
