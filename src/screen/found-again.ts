/** Finds a follow-up's element again by role and name right before the act, since it may have moved. */
import type { Action } from '../action/schema.ts';
import type { Desktop, UiElement } from '../ports/desktop.ts';
import { listElements, type Observation } from './observe.ts';
import { numbersOf } from './target-of.ts';

/**
 * The look with that element at its present place; null when that is uncertain: others have the same name, the list is incomplete, a dialog has
 * opened, or the action names no element.
 */
export async function findAgainByName(
  action: Action,
  decidedOn: Observation,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<Observation | null> {
  const [number, ...others] = numbersOf(action);
  const wanted = decidedOn.elements.find((element) => element.number === number);
  if (wanted === undefined || others.length > 0 || wanted.name.trim() === '') return null;
  const { elements, note } = await listElements(decidedOn.frame.display, desktop, signal);
  if (note !== '' || modalsIn(elements).some((id) => !modalsIn(decidedOn.elements).includes(id))) return null;
  const [found, ...alike] = elements.filter((element) => isAlike(element, wanted));
  if (found === undefined || alike.length > 0 || isCovered(found, elements, decidedOn)) return null;
  return {
    ...decidedOn,
    elements: decidedOn.elements.map((element) => (element === wanted ? { ...found, number: wanted.number } : element)),
  };
}

/** Whether something now covers the element, such as suggestions or a message. */
function isCovered({ box }: UiElement, now: readonly UiElement[], { elements }: Observation): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isThere = (one: UiElement): boolean =>
    x >= one.box.x && y >= one.box.y && x < one.box.x + one.box.width && y < one.box.y + one.box.height;
  const isKnown = (one: UiElement): boolean =>
    elements.some((other) => other.role === one.role && other.name === one.name);
  return now.some((one) => isThere(one) && !isKnown(one));
}

function isAlike(one: UiElement, other: UiElement): boolean {
  return (
    one.role === other.role &&
    one.name === other.name &&
    one.isEnabled === other.isEnabled &&
    one.container?.role === other.container?.role &&
    one.container?.name === other.container?.name
  );
}

function modalsIn(elements: readonly UiElement[]): readonly string[] {
  return elements.flatMap(({ container }) => (container?.isModal === true ? [container.id] : []));
}
