/** Last complete list of elements: a click whose own list comes late is judged by what was listed at its place. */
import type { FrontWindow, Place, UiElement } from '../../ports/desktop.ts';
import { contentsOf } from '../../safety/seen.ts';
import type { Observation } from '../../screen/observe.ts';
import { elementAt } from '../../screen/target-of.ts';

export interface KnownElements {
  /** A look at the window in front: a whole list is kept, another window or page forgets it. */
  see(look: Observation): void;
  /** The element that the window's last complete list had at this place, with the rest of that list; null when none. */
  at(place: Place, window: FrontWindow): Known | null;
}

export interface Known {
  readonly element: UiElement;
  readonly elements: readonly UiElement[];
}

interface Kept {
  readonly front: FrontWindow;
  readonly elements: readonly UiElement[];
  readonly address: string | undefined;
}

export function createKnownElements(): KnownElements {
  let kept: Kept | null = null;
  return {
    see(look) {
      const { front, address } = look;
      const elements = contentsOf(look);
      if (elements !== null) kept = { front, elements, address };
      // A late list has no address, which does not prove that another page is open.
      else if (kept !== null && (!isSameWindow(kept.front, front) || (address ?? kept.address) !== kept.address))
        kept = null;
    },
    at(place, window) {
      if (kept === null || !isSameWindow(kept.front, window)) return null;
      const element = elementAt(asThen(place, kept.front, window), kept.elements);
      return element === null ? null : { element, elements: kept.elements };
    },
  };
}

function isSameWindow(one: FrontWindow, other: FrontWindow): boolean {
  return one.app === other.app && one.pid === other.pid && one.window === other.window;
}

/** The place in the older list: a window that was moved has moved its elements along. */
function asThen(place: Place, then: FrontWindow, now: FrontWindow): Place {
  if (then.box == null || now.box == null) return place;
  return { ...place, x: place.x - now.box.x + then.box.x, y: place.y - now.box.y + then.box.y };
}
