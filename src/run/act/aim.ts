/** Aim of an action in one look: element, place, the window there, and the program that reads its keys. */
import { isTouching } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { Desktop, FrontWindow, Place, UiElement } from '../../ports/desktop.ts';
import type { KeyReader } from '../../ports/machine.ts';
import { surroundings } from '../../screen/basis.ts';
import { type Observation, readScreen } from '../../screen/observe.ts';
import { nameRead, type ReadName } from '../../screen/read-name.ts';
import { elementOf, placeOf } from '../../screen/target-of.ts';
import { type KeyReaderNeeds, readerOf } from './key-reader.ts';
import { windowUnder } from './window-under.ts';

export interface Aim {
  readonly observation: Observation;
  readonly element: UiElement | null;
  readonly place: Place | null;
  /** Window that the action goes to, when it is not the window in front; null: the window in front. */
  readonly under: FrontWindow | null;
  /** Name read from the pixels for a target without a name in the list; null when the list names it, or nothing was read. */
  readonly read: ReadName | null;
  /** Program that reads the keys it sends; null when they go to no terminal. */
  readonly reader: KeyReader | null;
}

export interface AimNeeds extends KeyReaderNeeds {
  readonly desktop: Desktop;
}

export async function aimAt(action: Action, observation: Observation, run: AimNeeds): Promise<Aim> {
  const element = elementOf(action, observation);
  const under = await windowUnder(action, observation, run.desktop, run.control.signal);
  const place = placeOf(action, observation);
  return {
    observation,
    element,
    place,
    read: await readTarget(action, element, place, run),
    under,
    reader: await readerOf(action, under ?? observation.front, element?.role ?? '', run),
  };
}

/** In these roles the words in the pixels are the field's content, not its name. */
const FIELDS = /^(?:entry|field|text ?field|text ?area|search ?field|terminal|combo ?box|number field|date field)$/i;

/** Reads the words at the target of a click from the pixels, as they are now, when the list of elements has no name for it. */
async function readTarget(
  action: Action,
  element: UiElement | null,
  place: Place | null,
  { desktop, control }: AimNeeds,
): Promise<ReadName | null> {
  const isNamed = element !== null && (element.name.trim() !== '' || element.isSecure || FIELDS.test(element.role));
  if (place === null || isNamed || !isTouching(action)) return null;
  const read = await readScreen(place.display, surroundings(place), desktop, control.signal);
  return read === null ? null : nameRead(place, element, read);
}
