/** Chooses the elements of a look that get a number to tap, and their places on the picture. */
import type { Box, Frame, UiElement } from '../ports/desktop.ts';
import { isMiddleIn } from './boxes.ts';
import { isActionable, isControl } from './element-kinds.ts';
import type { Observation } from './observe.ts';

/** Usable elements, each once, without rows that contain listed buttons; `crop`: only those whose middle lies in that part of the display. */
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
