/** Makes who decides a run's steps. */

import { describeAction, nameElements } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { say } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { fenceSkill } from '../../words/untrusted.ts';
import type { Decider } from './decider.ts';
import { createModelDecider, type ModelDecider, type ModelDeciderPorts } from './model-decider.ts';
import {
  createPlaybookDecider,
  decided,
  followPlaybook,
  type Playbook,
  type PlaybookRequest,
} from './playbook-decider.ts';

/** How a run's steps are to be decided; a playbook needs a skill that has one, and a model one that is configured. */
export type DecidedHow = 'model' | 'playbook' | 'playbook, then model';

export interface DeciderNeeds extends Omit<ModelDeciderPorts, 'model'> {
  readonly model: ModelDeciderPorts['model'] | null;
  readonly skill: Pick<SkillMatch, 'skill' | 'params'> | null;
}

/** `before`: actions of the earlier run that this one continues. Throws when the skill or model that `how` needs is missing. */
export function makeDecider(how: DecidedHow, before: readonly Action[], run: DeciderNeeds): Decider {
  const { model, skill } = run;
  const playbook = how === 'model' || skill === null ? null : { followed: skill, before };
  if (playbook !== null && how === 'playbook') return createPlaybookDecider(playbook);
  if (model === null) throw new Error('a run without a model and without a playbook cannot be decided');
  const decider = createModelDecider({ ...run, model });
  return playbook === null ? decider : createPlaybookThenModel(playbook, decider);
}

/**
 * A playbook that hands over to the model when a step does not fit or fails, when the check of the end fails, or when the person has something to
 * say.
 */
export function createPlaybookThenModel(request: PlaybookRequest, model: ModelDecider): Decider {
  const playbook = followPlaybook(request, true);
  /** What the model is told about the playbook; null while that decides. */
  let handover: string | null = null;
  return {
    name: `playbook, else ${model.name}`,
    get by() {
      return handover === null ? 'playbook' : 'model';
    },
    get needsScreen() {
      return handover !== null || playbook.needsScreen();
    },
    async decide(request, signal) {
      signal.throwIfAborted();
      if (handover !== null) return await model.decide(request, signal, handover);
      const choice = playbook.choose(request.state, request.observation.address);
      if (choice.kind === 'acts') return decided(choice, request.state);
      const why = english(choice.why);
      handover = describeHandover(why, playbook);
      const intent = say`The playbook does not fit here; the model takes over`;
      return decided({ action: { action: 'think', text: why }, intent }, request.state);
    },
  };
}

function describeHandover(why: string, playbook: Playbook): string {
  const done = playbook
    .done()
    .map((action, index) => `${index + 1}. ${english(describeAction(action, nameElements(undefined)))}`);
  const left = playbook.left().map((step) => JSON.stringify(step));
  return [
    `A saved playbook was followed up to here and does not fit any more; you decide now. Why: ${why}`,
    done.length === 0 ? 'Nothing of it was done.' : `Done of it, not to be done again:\n${fenceSkill(done.join('\n'))}`,
    ...(left.length === 0 ? [] : [`It would have gone on with:\n${fenceSkill(left.join('\n'))}`]),
    'Carry on from what is on the screen now.',
  ].join('\n');
}
