/** Basis of a decision: the part of the screen that must not have changed when it is carried out (design, section 10). Pure. */
import { isTouching } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { Box, Container, Place, UiElement } from '../ports/desktop.ts';
import type { Observation } from './observe.ts';
import { elementOf, placeOf } from './target-of.ts';
import { focusedIn } from './told.ts';

export type Basis =
  /** The target, or the focused element, with its container. */
  | { readonly kind: 'target'; readonly boxes: readonly Box[]; readonly container: Container | null }
  /** Keys with an unknown focus: all of the window except what is known to change by itself. */
  | { readonly kind: 'window'; readonly box: Box | null }
  /** The front window alone: `done`, waiting, scrolling, moving. */
  | { readonly kind: 'front' };

/** Half the width and height, in points, of the area that must stay the same around a place without a known element. */
const REACH_X_PT = 64;
const REACH_Y_PT = 32;

export function basisOf(action: Action, observation: Observation): Basis {
  // Waiting, scrolling and moving the pointer do nothing that could hit the wrong thing.
  if (!isTouching(action)) return { kind: 'front' };
  const place = placeOf(action, observation);
  if (place === null) {
    const focused = focusedIn(observation);
    if (focused !== null) return { kind: 'target', boxes: [focused.box], container: focused.container ?? null };
    return { kind: 'window', box: observation.front.box ?? null };
  }
  const from = action.action === 'drag' ? placeOf({ action: 'move', target: action.from }, observation) : null;
  const element = elementOf(action, observation);
  const boxes = [boxAt(place, element), ...(from === null ? [] : [surroundings(from)])];
  return { kind: 'target', boxes, container: element?.container ?? null };
}

/** The element's own box, unless it is larger than a row; then the surroundings of the place. */
export function boxAt(place: Place, element: UiElement | null): Box {
  const around = surroundings(place);
  return element === null || element.box.width * element.box.height > 4 * around.width * around.height
    ? around
    : element.box;
}

/** Box around a place on its display, in pixels. */
export function surroundings({ display, x, y }: Place): Box {
  const left = Math.max(0, x - REACH_X_PT * display.density);
  const top = Math.max(0, y - REACH_Y_PT * display.density);
  return {
    x: left,
    y: top,
    width: Math.min(display.width, x + REACH_X_PT * display.density) - left,
    height: Math.min(display.height, y + REACH_Y_PT * display.density) - top,
  };
}
