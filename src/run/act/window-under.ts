/** The window that an action at a place goes to: another one can lie over the one in front, or beside it. */
import { goesToPointer, isInputBy } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { Desktop, FrontWindow, Place } from '../../ports/desktop.ts';
import { identityOf } from '../../safety/apps/app-names.ts';
import { isOwnConversation } from '../../safety/conversation.ts';
import { centerOf, toPlace } from '../../screen/coordinates.ts';
import type { Observation } from '../../screen/observe.ts';
import { placeOf } from '../../screen/target-of.ts';

/** null: the window in front. Of several, the one that shows Deskhand's own conversation. */
export async function windowUnder(
  action: Action,
  observation: Observation,
  desktop: Pick<Desktop, 'cursor' | 'windowAt'>,
  signal: AbortSignal,
): Promise<FrontWindow | null> {
  const { front } = observation;
  const others: FrontWindow[] = [];
  for (const place of await placesOf(action, observation, () => desktop.cursor(signal))) {
    const there = await desktop.windowAt(place, signal);
    if (there !== null && isOther(there, front)) others.push(there);
  }
  return (
    others.find(({ title, ...window }) => isOwnConversation({ ...identityOf(window), window: title })) ??
    others[0] ??
    null
  );
}

async function placesOf(
  action: Action,
  observation: Observation,
  cursor: () => Promise<Place>,
): Promise<readonly Place[]> {
  const place = placeOf(action, observation);
  if (action.action === 'drag') return [...(place === null ? [] : [place]), ...startOf(action, observation)];
  if (place !== null) return isInputBy(action, 'element') ? [] : [place];
  return goesToPointer(action) ? [await cursor()] : [];
}

function startOf({ from }: Extract<Action, { readonly action: 'drag' }>, observation: Observation): readonly Place[] {
  const { display } = observation.frame;
  if (!('element' in from)) return [toPlace(from, display)];
  const element = observation.elements.find(({ number }) => number === from.element);
  return element === undefined ? [] : [centerOf(element, display)];
}

/** A menu that an application opens is a window of its own without a title. */
function isOther(there: FrontWindow, front: FrontWindow): boolean {
  if (there.app !== front.app) return there.app !== '' || there.title !== '';
  return there.title !== '' && there.title !== front.title;
}
