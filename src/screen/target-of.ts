/** The target of an action: its place and, if one is listed there, its element. */
import { isInput } from '../action/kinds.ts';
import type { Action, Target } from '../action/schema.ts';
import type { Place, UiElement } from '../ports/desktop.ts';
import { centerOf, toPlace } from './coordinates.ts';
import { isControl, isHolding, isReading } from './element-kinds.ts';
import type { Observation } from './observe.ts';

/**
 * The named element, or the one that a click at the point is meant for: the smallest control, else the smallest element with a name of its own. null
 * when there is none: a dialog or a group around the point says nothing about the target.
 */
export function elementOf(action: Action, observation: Observation): UiElement | null {
  const target = targetOf(action);
  const number = target !== null && 'element' in target ? target.element : null;
  const named = number === null ? null : (observation.elements.find((element) => element.number === number) ?? null);
  if (number !== null && (named === null || !isHolding(named))) return named;
  const place = placeOf(action, observation);
  return place === null ? null : elementAt(place, observation.elements);
}

/** The element that a click at the place is meant for; null when there is none. */
export function elementAt(place: Place, elements: readonly UiElement[]): UiElement | null {
  const area = ({ box }: UiElement): number => box.width * box.height;
  const under = elements
    .filter((element) => !isHolding(element) && isInside(place, element))
    .sort((one, other) => area(one) - area(other));
  const smallest = under[0] ?? null;
  if (smallest === null || !isReading(smallest)) return smallest;
  const next = under.find((element) => !isReading(element));
  return next !== undefined && isControl(next) ? next : smallest;
}

function isInside({ x, y }: Place, { box }: UiElement): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

/** Numbers of the elements it names. */
export function numbersOf(action: Action): readonly number[] {
  const targets = [targetOf(action), action.action === 'drag' ? action.from : null];
  return targets.flatMap((target) => (target !== null && 'element' in target ? [target.element] : []));
}

/** Whether it names an element that this look does not list: it cannot be carried out, and says so by itself. */
export function namesMissingElement(action: Action, { elements }: Observation): boolean {
  return numbersOf(action).some((number) => !elements.some((element) => element.number === number));
}

/** Target of an action, of a drag its end; null when it names no place. */
function targetOf(action: Action): Target | null {
  if (!isInput(action)) return null;
  if ('element' in action) return { element: action.element };
  if ('to' in action) return action.to;
  return 'target' in action ? (action.target ?? null) : null;
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
