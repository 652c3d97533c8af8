/** Makes who decides a run's steps. */
import type { Action } from '../../action/schema.ts';
import { hasRoomAfter } from '../limits/spent.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import type { Decider } from './decider.ts';
import { createModelDecider, type ModelDecider } from './model-decider.ts';
import { createPlaybookDecider } from './playbook-decider.ts';
import { createPlaybookThenModel } from './playbook-then-model.ts';

/** How a run's steps are to be decided; a playbook needs a skill that has one. */
export type DecidedHow = 'model' | 'playbook' | 'playbook, then model';

/** `before`: what an earlier run did that this one goes on from. */
export function makeDecider(
  how: DecidedHow,
  before: readonly Action[],
  run: ActiveRun,
  ports: Pick<RunPorts, 'pictures' | 'dayCostUsd'>,
): Decider {
  const { skill } = run;
  if (how === 'model' || skill === null) return makeModelDecider(run, ports);
  const request = { followed: skill, before };
  return how === 'playbook'
    ? createPlaybookDecider(request)
    : createPlaybookThenModel(request, makeModelDecider(run, ports));
}

/** Throws when the run has no model. */
export function makeModelDecider(run: ActiveRun, ports: Pick<RunPorts, 'pictures' | 'dayCostUsd'>): ModelDecider {
  const { model, session } = run;
  if (model === null) throw new Error('a run without a model and without a playbook cannot be decided');
  return createModelDecider({
    model,
    pictures: ports.pictures,
    screen: session.screen,
    effort: () => session.mind,
    hasRoomAfter: (usage, costUsd) => hasRoomAfter({ usage, cost_usd: costUsd }, run, ports),
    show: {
      coming(preview) {
        session.coming = preview;
        session.modelDelay = '';
        run.refresh();
      },
      delayed(why) {
        session.modelDelay = why;
        run.refresh();
      },
      over() {
        session.coming = '';
        session.modelDelay = '';
      },
    },
  });
}
