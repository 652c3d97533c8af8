/** Asks the fast model about a click the rules could not judge. */

import { describeAction, nameElements } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import type { Place } from '../../ports/desktop.ts';
import type { Model, Usage } from '../../ports/model.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { Judgement } from '../../safety/risk.ts';
import { parseSecondLook, renderSecondLook, SECOND_LOOK_SCHEMA, SECOND_LOOK_SYSTEM } from '../../safety/second-look.ts';
import { cutAround } from '../../screen/cut-around.ts';
import type { Observation } from '../../screen/observe.ts';
import { english } from '../../words/speak.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';

const MAX_TOKENS = 1024;
const CROP = { width: 420, height: 280 };

export interface SecondLook {
  /** null: the answer was not usable, and the first judgement stands. */
  readonly judgement: Judgement | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** Model that was asked. */
  readonly model: string;
}

export interface LookTwiceNeeds {
  readonly model: Model | null;
  readonly budget: Pick<Budget, 'reachedForCall'>;
  readonly goal: string;
  readonly control: Pick<RunControl, 'signal'>;
  readonly pictures: Pictures;
}

/** null: nobody could look (no model, no budget left), and the first judgement stands. */
export async function lookTwice(
  action: Action,
  place: Place,
  observation: Observation,
  { model, budget, goal, control, pictures }: LookTwiceNeeds,
): Promise<SecondLook | null> {
  if (model === null || budget.reachedForCall() !== null) return null;
  const { signal } = control;
  const crop = await cutAround(observation.frame, place, CROP, pictures, signal);
  const { front } = observation;
  const phrase = english(describeAction(action, nameElements(undefined)));
  const response = await model.ask(
    {
      purpose: 'risk',
      system: SECOND_LOOK_SYSTEM,
      text: renderSecondLook({ goal, app: front.app, window: front.title, phrase }),
      pictures: [crop],
      schema: SECOND_LOOK_SCHEMA,
      maxTokens: MAX_TOKENS,
    },
    signal,
  );
  signal.throwIfAborted();
  const judgement = response.stop === 'complete' ? parseSecondLook(response.text) : null;
  const { usage, costUsd } = response;
  return { judgement, usage, costUsd, model: response.model };
}
