/** What an action points at: the place and, where one is listed there, the element. */
import type { Action, Target } from '../action/schema.ts';
import type { Place, UiElement } from '../ports/desktop.ts';
import { centerOf, toPlace } from '../screen/coordinates.ts';
import type { Observation } from '../screen/observe.ts';

/** The element named, or the smallest one under the point; null when there is none. */
export function elementOf(action: Action, observation: Observation): UiElement | null {
  const target = targetOf(action);
  const number = target !== null && 'element' in target ? target.element : null;
  if (number !== null) return observation.elements.find((element) => element.number === number) ?? null;
  const place = placeOf(action, observation);
  if (place === null) return null;
  const isInside = ({ box }: UiElement): boolean =>
    place.x >= box.x && place.x < box.x + box.width && place.y >= box.y && place.y < box.y + box.height;
  const area = ({ box }: UiElement): number => box.width * box.height;
  return observation.elements.filter(isInside).sort((one, other) => area(one) - area(other))[0] ?? null;
}

/** Whether it names an element that this look does not list: it cannot be carried out, and says so by itself. */
export function namesMissingElement(action: Action, { elements }: Observation): boolean {
  const targets = [targetOf(action), action.action === 'drag' ? action.from : null];
  return targets.some(
    (target) =>
      target !== null && 'element' in target && !elements.some((element) => element.number === target.element),
  );
}

function targetOf(action: Action): Target | null {
  switch (action.action) {
    case 'click':
    case 'move':
      return action.target;
    case 'mouse_down':
    case 'mouse_up':
    case 'scroll':
      return action.target ?? null;
    case 'drag':
      return action.to;
    case 'focus':
    case 'set_value':
      return { element: action.element };
    default:
      return null;
  }
}

/** null when the action points nowhere. */
export function placeOf(action: Action, observation: Observation): Place | null {
  const target = targetOf(action);
  if (target === null) return null;
  const { display } = observation.frame;
  if (!('element' in target)) return toPlace(target, display);
  const element = observation.elements.find((candidate) => candidate.number === target.element);
  return element === undefined ? null : centerOf(element, display);
}
