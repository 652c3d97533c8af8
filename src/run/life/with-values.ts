/** Values sent with a call from outside: where they are filled into a skill. */
import type { DecidedHow } from '../decide/make-decider.ts';
import { fieldsOf, fillParams, type Values } from '../outside-values.ts';
import type { MatchedSkill } from './run-handle.ts';

interface Prepared {
  readonly decided: DecidedHow;
  readonly skill: MatchedSkill | null;
}

/**
 * Fills the goal's `{names}` in a skill's parameters. Without a model the values go into its playbook; with one the model fills them in itself, so
 * that no outside text stands among a skill's steps.
 */
export function withValues<Given extends Prepared>(prepared: Given, values: Values, hasModel: boolean): Given {
  const { skill } = prepared;
  const isAsked = skill !== null && Object.values(skill.params).some((param) => fieldsOf(param).length > 0);
  if (!isAsked || Object.keys(values).length === 0) return prepared;
  if (hasModel) return { ...prepared, decided: 'model' };
  return { ...prepared, skill: { ...skill, params: fillParams(skill.params, values) } };
}
