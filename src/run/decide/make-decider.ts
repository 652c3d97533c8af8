/** Makes who decides a run's steps. */
import type { Action } from '../../action/schema.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import type { Decider } from './decider.ts';
import { createModelDecider, type ModelDeciderPorts } from './model-decider.ts';
import { createPlaybookDecider } from './playbook-decider.ts';
import { createPlaybookThenModel } from './playbook-then-model.ts';

/** How a run's steps are to be decided; a playbook needs a skill that has one, and a model one that is configured. */
export type DecidedHow = 'model' | 'playbook' | 'playbook, then model';

export interface DeciderNeeds extends Omit<ModelDeciderPorts, 'model'> {
  readonly model: ModelDeciderPorts['model'] | null;
  readonly skill: Pick<SkillMatch, 'skill' | 'params'> | null;
}

/** `before`: what an earlier run did that this one goes on from. Throws when what it needs is not there. */
export function makeDecider(how: DecidedHow, before: readonly Action[], run: DeciderNeeds): Decider {
  const { model, skill } = run;
  const playbook = how === 'model' || skill === null ? null : { followed: skill, before };
  if (playbook !== null && how === 'playbook') return createPlaybookDecider(playbook);
  if (model === null) throw new Error('a run without a model and without a playbook cannot be decided');
  const decider = createModelDecider({ ...run, model });
  return playbook === null ? decider : createPlaybookThenModel(playbook, decider);
}
