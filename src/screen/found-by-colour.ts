/** Finds a follow-up's target by its colour right before the act, when no list names it and it may have moved. */
import type { Action } from '../action/schema.ts';
import type { Desktop, UiElement } from '../ports/desktop.ts';
import type { Frame } from '../ports/frame.ts';
import type { Pictures } from '../ports/pictures.ts';
import { toPoint } from './coordinates.ts';
import { listElements, type Observation } from './observe.ts';
import { elementAt, placeOf } from './target-of.ts';

/** The same click at the present place of its target, and the look that shows it. */
export interface FoundByColour {
  readonly action: Action;
  readonly observation: Observation;
}

/**
 * For a click at a point; null when the place is uncertain: the point is not on a patch of one colour, several are alike, the list is incomplete, or
 * another element is there now.
 */
export async function findAgainByColour(
  action: Action,
  decidedOn: Observation,
  { desktop, pictures }: { readonly desktop: Desktop; readonly pictures: Pick<Pictures, 'findAgain'> },
  signal: AbortSignal,
): Promise<FoundByColour | null> {
  if (action.action !== 'click' || !('x' in action.target)) return null;
  const { display, width, height } = decidedOn.frame;
  const place = placeOf(action, decidedOn);
  if (place === null) return null;
  const [frame, list] = await Promise.all([
    desktop.capture({ display: display.index, width, height }, signal),
    listElements(display, desktop, signal),
  ]);
  const at = inPicture(place, decidedOn.frame);
  const found = await pictures.findAgain(decidedOn.frame.jpeg, frame.jpeg, at, signal);
  if (found === null || list.note !== decidedOn.elementsNote) return null;
  const now = {
    display,
    x: onDisplay(found.x, frame.width, display.width),
    y: onDisplay(found.y, frame.height, display.height),
  };
  if (!isSame(elementAt(place, decidedOn.elements), elementAt(now, list.elements))) return null;
  return {
    action: { ...action, target: toPoint(now) },
    observation: { ...decidedOn, frame, elements: list.elements },
  };
}

function isSame(one: UiElement | null, other: UiElement | null): boolean {
  return (
    one?.role === other?.role &&
    one?.name === other?.name &&
    one?.container?.role === other?.container?.role &&
    one?.container?.name === other?.container?.name
  );
}

function inPicture({ x, y }: { readonly x: number; readonly y: number }, { display, width, height }: Frame) {
  return { x: Math.floor((x / display.width) * width), y: Math.floor((y / display.height) * height) };
}

function onDisplay(value: number, size: number, whole: number): number {
  return Math.min(whole - 1, Math.floor(((value + 0.5) / size) * whole));
}
