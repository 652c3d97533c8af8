/** A click on a picture that was sent earlier: it is done only where what was pointed at is still there. */
import type { Action, Target } from '../../action/schema.ts';
import type { Display, UiElement } from '../../ports/desktop.ts';
import { surroundings } from '../../screen/basis.ts';
import { centerOf, toPlace, toPoint } from '../../screen/coordinates.ts';
import { changedTiles, tilesOf } from '../../screen/fingerprints.ts';
import type { Observation } from '../../screen/observe.ts';
import { bareTitle } from '../../screen/surprise.ts';
import { say, type Text } from '../../words/say.ts';

/** Target of the click in the earlier look. */
export type Pointed = { readonly element: UiElement } | { readonly x: number; readonly y: number };

export type StillThere =
  | { readonly ok: true; readonly action: Action }
  /** A sentence; nothing may be done. */
  | { readonly ok: false; readonly why: Text };

/** Tolerance, px: an element may be redrawn a pixel or two from where it was. */
const DRIFT_PX = 3;
/** Roles whose value changes while somebody types; role and name still identify them. */
const TEXT_ROLES: readonly string[] = ['field', 'terminal', 'combo box', 'number field', 'date field'];

/** The click on it, in terms of the look `now`. */
export function findAgain(pointed: Pointed, shown: Observation, now: Observation): StillThere {
  if (!isSameDisplay(shown.frame.display, now.frame.display)) return { ok: false, why: say`the display changed` };
  if (shown.front.app !== now.front.app) {
    return {
      ok: false,
      why: now.front.app === '' ? say`that window is gone` : say`${now.front.app} is in front now`,
    };
  }
  const sameWindow = bareTitle(shown.front.title) === bareTitle(now.front.title);
  const element = 'element' in pointed ? pointed.element : null;
  const again = element === null ? null : (now.elements.find((other) => isSame(element, other)) ?? null);
  if (again !== null && sameWindow) return click({ element: again.number });
  const place =
    'element' in pointed ? centerOf(pointed.element, shown.frame.display) : toPlace(pointed, now.frame.display);
  const changed = new Set(changedTiles(shown.frame.fingerprint, now.frame.fingerprint));
  const looksSame = ![...tilesOf(surroundings(place), now.frame.fingerprint)].some((tile) => changed.has(tile));
  if (again !== null && looksSame) return click({ element: again.number });
  if (!sameWindow) return { ok: false, why: say`another window is in front` };
  // A list that is whole and does not have it any more knows better than the pixels.
  if (!looksSame || (element !== null && now.elementsNote === ''))
    return { ok: false, why: say`it looks different there now` };
  return click(
    'element' in pointed ? toPoint(centerOf(pointed.element, now.frame.display)) : { x: pointed.x, y: pointed.y },
  );
}

function click(target: Target): StillThere {
  return { ok: true, action: { action: 'click', target, button: 'left', count: 1 } };
}

/** Whether it is the same element in the same state: a click on a box checked meanwhile would uncheck it. */
function isSame(one: UiElement, other: UiElement): boolean {
  const isNear = (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(one.box[side] - other.box[side]) <= DRIFT_PX,
  );
  const isAsWas = one.value === other.value || TEXT_ROLES.includes(one.role);
  return isNear && isAsWas && one.role === other.role && one.name === other.name && one.isEnabled === other.isEnabled;
}

function isSameDisplay(one: Display, other: Display): boolean {
  return (['index', 'width', 'height', 'originX', 'originY', 'density'] as const).every(
    (side) => one[side] === other[side],
  );
}
