/** What an action points at in one look: the element, the place, and whose window is there. */
import type { Action } from '../../action/schema.ts';
import type { Desktop, FrontWindow, Place, UiElement } from '../../ports/desktop.ts';
import type { Observation } from '../../screen/observe.ts';
import { elementOf, placeOf } from '../../screen/target-of.ts';
import type { RunControl } from '../control.ts';
import { windowUnder } from './window-under.ts';

export interface Aim {
  readonly observation: Observation;
  readonly element: UiElement | null;
  readonly place: Place | null;
  /** The window it goes to where that is another one than the one in front; null: the one in front. */
  readonly under: FrontWindow | null;
}

export interface AimNeeds {
  readonly desktop: Pick<Desktop, 'cursor' | 'windowAt'>;
  readonly control: Pick<RunControl, 'signal'>;
}

export async function aimAt(action: Action, observation: Observation, { desktop, control }: AimNeeds): Promise<Aim> {
  return {
    observation,
    element: elementOf(action, observation),
    place: placeOf(action, observation),
    under: await windowUnder(action, observation, desktop, control.signal),
  };
}
