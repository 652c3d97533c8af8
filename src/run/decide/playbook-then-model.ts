/** A playbook decides until it does not fit any more; from then on a model does, and is told what was done. */
import { describeAction, nameElements } from '../../action/describe.ts';
import { speak } from '../../words/speak.ts';
import { fenceSkill } from '../../words/untrusted.ts';
import type { Decider } from './decider.ts';
import type { ModelDecider } from './model-decider.ts';
import { decided, followPlaybook, type Playbook, type PlaybookRequest } from './playbook-decider.ts';

/** The playbook gives up where a step does not fit or did not work, where the check of the end failed, and when the person has something to say. */
export function createPlaybookThenModel(request: PlaybookRequest, model: ModelDecider): Decider {
  const playbook = followPlaybook(request, true);
  /** What the model is told about the playbook; null while that decides. */
  let handover: string | null = null;
  return {
    name: `playbook, else ${model.name}`,
    get by() {
      return handover === null ? 'playbook' : 'model';
    },
    async decide(step, signal) {
      signal.throwIfAborted();
      if (handover !== null) return await model.decide(step, signal, handover);
      const choice = playbook.choose(step.state);
      if (choice.kind === 'acts') return decided(choice, step.state);
      handover = describeHandover(choice.why, playbook);
      const intent = 'The playbook does not fit here; the model takes over';
      return decided({ action: { action: 'think', text: choice.why }, intent }, step.state);
    },
  };
}

function describeHandover(why: string, playbook: Playbook): string {
  const done = playbook
    .done()
    .map((action, index) => `${index + 1}. ${speak(describeAction(action, nameElements(undefined)), 'en')}`);
  const left = playbook.left().map((step) => JSON.stringify(step));
  return [
    `A saved playbook was followed up to here and does not fit any more; you decide now. Why: ${why}`,
    done.length === 0 ? 'Nothing of it was done.' : `Done of it, not to be done again:\n${fenceSkill(done.join('\n'))}`,
    ...(left.length === 0 ? [] : [`It would have gone on with:\n${fenceSkill(left.join('\n'))}`]),
    'Carry on from what is on the screen now.',
  ].join('\n');
}
