/** A skill that a call from outside leads to: where what was sent may stand. */
import type { DecidedHow } from '../decide/make-decider.ts';
import { fieldsOf, fillParams, type Values } from '../outside-values.ts';
import type { MatchedSkill } from './run-handle.ts';

interface Prepared {
  readonly decided: DecidedHow;
  readonly skill: MatchedSkill | null;
}

/**
 * A skill's parameters may hold the goal's `{names}`. Without a model they are filled, for its playbook alone; with one, the model fills
 * them itself, so that nothing from outside stands among a skill's steps.
 */
export function withValues<Given extends Prepared>(prepared: Given, values: Values, hasModel: boolean): Given {
  const { skill } = prepared;
  const isAsked = skill !== null && Object.values(skill.params).some((param) => fieldsOf(param).length > 0);
  if (!isAsked || Object.keys(values).length === 0) return prepared;
  if (hasModel) return { ...prepared, decided: 'model' };
  return { ...prepared, skill: { ...skill, params: fillParams(skill.params, values) } };
}
