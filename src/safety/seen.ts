/** What an approval is bound to on the screen, and whether it is still so: a blinking caret is, a moved button is not. */
import type { Box, Display, Fingerprint, Place, UiElement } from '../ports/desktop.ts';
import { tilesOf } from '../screen/fingerprints.ts';
import type { Observation } from '../screen/observe.ts';

/** Half the width and height of what must stay the same around a target, in pixels. */
const REACH_X_PX = 64;
const REACH_Y_PX = 32;

/** The surroundings of a target on its display. */
export function surroundings(place: Place): Box {
  const x = Math.max(0, place.x - REACH_X_PX);
  const y = Math.max(0, place.y - REACH_Y_PX);
  return {
    x,
    y,
    width: Math.min(place.display.width, place.x + REACH_X_PX) - x,
    height: Math.min(place.display.height, place.y + REACH_Y_PX) - y,
  };
}

/** What the person was shown. */
export interface Seen {
  readonly display: Display;
  readonly app: string;
  readonly window: string;
  readonly element: Pick<UiElement, 'role' | 'name' | 'value'> | null;
  /** The target's surroundings; null for actions that point nowhere. */
  readonly box: Box | null;
  /** Fingerprints of the display while the card was new, oldest first; the first one is what was decided on. */
  readonly samples: readonly Fingerprint[];
}

/** What is different now, in words for the person; '' when it is what they saw. */
export function findDifference(seen: Seen, now: Observation, element: Seen['element']): string {
  const { display } = now.frame;
  if (
    display.width !== seen.display.width ||
    display.height !== seen.display.height ||
    display.index !== seen.display.index
  ) {
    return 'the display changed';
  }
  if (now.front.app !== seen.app) return `${now.front.app || 'another window'} is in front now`;
  if (now.front.title !== seen.window) return 'the window changed';
  if (JSON.stringify(element) !== JSON.stringify(seen.element)) return 'the element changed';
  if (seen.box !== null && !isSamePlace(seen.box, seen.samples, now.frame.fingerprint))
    return 'the place to click looks different';
  return '';
}

function isSamePlace(box: Box, samples: readonly Fingerprint[], now: Fingerprint): boolean {
  const first = samples[0];
  if (first === undefined || first.columns !== now.columns || first.rows !== now.rows) return false;
  for (const tile of tilesOf(box, now)) {
    const hash = now.tiles[tile];
    if (
      hash !== first.tiles[tile] &&
      !isBlink(
        samples.map((sample) => sample.tiles[tile]),
        hash,
      )
    )
      return false;
  }
  return true;
}

/** A look that came, went and came back is a blink; one that came and stayed is a change. */
function isBlink(history: readonly (number | undefined)[], hash: number | undefined): boolean {
  let stretches = 0;
  for (const [index, value] of history.entries()) if (value === hash && history[index - 1] !== hash) stretches += 1;
  return stretches >= 2;
}
