/** Which elements of a look get a number a person can tap, and where on the picture they are. */
import type { Box, Frame, UiElement } from '../ports/desktop.ts';
import { isMiddleIn } from './boxes.ts';
import { isActionable, isControl } from './element-kinds.ts';
import type { Observation } from './observe.ts';

/** What can be worked with, each thing once, a row not beside the buttons in it: `crop` only those whose middle lies in that part of the display. */
export function chooseMarks({ elements }: Pick<Observation, 'elements'>, crop: Box | null): readonly UiElement[] {
  const chosen: UiElement[] = [];
  for (const element of elements) {
    if ((!isActionable(element) && element.isRead !== true) || !element.isEnabled) continue;
    if (crop !== null && !isMiddleIn(element.box, crop)) continue;
    if (!chosen.some((other) => isSameBox(other.box, element.box))) chosen.push(element);
  }
  const holdsAnother = (one: UiElement): boolean =>
    !isControl(one) && chosen.some((other) => other !== one && isControl(other) && isMiddleIn(other.box, one.box));
  return chosen.filter((one) => !holdsAnother(one));
}

/** Where elements are on the picture of a frame. `crop` is the part of the display that it shows; null for all of it. */
export function toPictureBoxes(elements: readonly UiElement[], frame: Frame, crop: Box | null): readonly Box[] {
  const part = crop ?? { x: 0, y: 0, width: frame.display.width, height: frame.display.height };
  const scale = { x: frame.width / part.width, y: frame.height / part.height };
  return elements.map(({ box }) => ({
    x: (box.x - part.x) * scale.x,
    y: (box.y - part.y) * scale.y,
    width: box.width * scale.x,
    height: box.height * scale.y,
  }));
}

function isSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
