/** Refuses what no desktop may be asked to do: places, crops and text are checked before anything is sent. */

import { type Box, type CaptureRequest, type Display, isCorner, type Place, Refused } from '../../src/ports/desktop.ts';
import { whyUntypeable } from '../../src/ports/typeable.ts';
import { say, type Text } from '../../src/words/say.ts';

/** The display with this index as it is now. */
export function findDisplay(index: number, displays: readonly Display[]): Display {
  const found = displays.find((display) => display.index === index);
  if (found === undefined) throw new Refused(say`there is no display ${index}; ${sayDisplays(displays.length)}`);
  return found;
}

/** Throws `Refused` unless the place is on a display that is still as it was when the place was chosen. */
export function checkPlace(place: Place, displays: readonly Display[]): void {
  const { display } = place;
  const now = findDisplay(display.index, displays);
  const isSame =
    now.width === display.width &&
    now.height === display.height &&
    now.originX === display.originX &&
    now.originY === display.originY;
  if (!isSame) throw new Refused(say`display ${display.index} has changed since the last look; look again first`);
  const isInside = place.x >= 0 && place.y >= 0 && place.x < now.width && place.y < now.height;
  if (!isInside)
    throw new Refused(say`${place.x},${place.y} is outside the display of ${now.width}×${now.height} pixels`);
  if (isCorner(place)) {
    throw new Refused(say`the top left corner stops everything when the pointer is pushed there; it is never a target`);
  }
}

/** The part of the display a capture asks for, in whole pixels. */
export function readCrop(request: CaptureRequest, display: Display): Box | null {
  const { crop } = request;
  if (crop === undefined) return null;
  const x = Math.floor(crop.x);
  const y = Math.floor(crop.y);
  const box = { x, y, width: Math.ceil(crop.x + crop.width) - x, height: Math.ceil(crop.y + crop.height) - y };
  const isInside =
    box.x >= 0 &&
    box.y >= 0 &&
    box.width > 0 &&
    box.height > 0 &&
    box.x + box.width <= display.width &&
    box.y + box.height <= display.height;
  if (!isInside) throw new Refused(say`the part to look at is not inside display ${display.index}`);
  return box;
}

/** Throws `Refused` for text that cannot be typed exactly. */
export function checkText(text: string): void {
  const why = whyUntypeable(text);
  if (why !== null) throw new Refused(why);
}

function sayDisplays(count: number): Text {
  return count === 1 ? say`there is only display 1` : say`there are displays 1 to ${count}`;
}
