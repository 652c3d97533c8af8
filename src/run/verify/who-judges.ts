/** Who says whether a run is done: a model that looks, or checks alone. */
import { type KeptWish, stillWanted } from '../../ledger/wish.ts';
import type { Model } from '../../ports/model.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { isForeign } from '../../skills/skill.ts';
import type { DecidedBy } from '../decide/decider.ts';

export interface JudgedBy {
  /** null: nobody can look at it. */
  readonly model: Model | null;
  readonly skill: Pick<SkillMatch, 'skill' | 'params'> | null;
  /** The ledger, as far as this run has to prove it; empty without one. */
  readonly wishes: () => readonly KeptWish[];
}

/** Whether a model looks at the result: a playbook's end is told by its checks and its wishes', where it has any and they are not somebody else's. */
export function isJudgedByModel(by: DecidedBy, { model, skill, wishes }: JudgedBy): boolean {
  if (model === null) return false;
  const isUntyped = stillWanted(wishes()).some(({ checks = [] }) => checks.length === 0);
  return by === 'model' || isUntyped || isOthers(skill) || (skill?.skill.expect ?? []).length === 0;
}

/** Whoever wrote the checks may have wanted them to hold: that they do proves nothing. */
export function isOthers(skill: JudgedBy['skill']): boolean {
  return skill !== null && isForeign(skill.skill);
}
