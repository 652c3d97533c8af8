/** Aim of an action in one look: element, place, the window there, and the program that reads its keys. */
import type { Action } from '../../action/schema.ts';
import type { Desktop, FrontWindow, Place, UiElement } from '../../ports/desktop.ts';
import type { KeyReader } from '../../ports/machine.ts';
import type { Observation } from '../../screen/observe.ts';
import { elementOf, placeOf } from '../../screen/target-of.ts';
import { type KeyReaderNeeds, readerOf } from './key-reader.ts';
import { windowUnder } from './window-under.ts';

export interface Aim {
  readonly observation: Observation;
  readonly element: UiElement | null;
  readonly place: Place | null;
  /** The window it goes to where that is another one than the one in front; null: the one in front. */
  readonly under: FrontWindow | null;
  /** Program that reads the keys it sends; null when they go to no terminal. */
  readonly reader: KeyReader | null;
}

export interface AimNeeds extends KeyReaderNeeds {
  readonly desktop: Pick<Desktop, 'cursor' | 'windowAt'>;
}

export async function aimAt(action: Action, observation: Observation, run: AimNeeds): Promise<Aim> {
  const element = elementOf(action, observation);
  const under = await windowUnder(action, observation, run.desktop, run.control.signal);
  return {
    observation,
    element,
    place: placeOf(action, observation),
    under,
    reader: await readerOf(action, under ?? observation.front, element?.role ?? '', run),
  };
}
