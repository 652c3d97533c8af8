/** What is kept out of every picture of the screen: its places are made black before anything else sees the pixels. */
import type { Box, CoverFacts } from '../../src/ports/desktop.ts';
import type { RawFrame } from './raw-frame.ts';

/** The places to cover, in pixels of the display, and what is told about them. */
export interface Cover {
  readonly boxes: readonly Box[];
  readonly facts: CoverFacts;
}

export const NO_COVER: Cover = { boxes: [], facts: { covered: [], unsure: [] } };
const BLACK = 0;

/** The frame itself when there is nothing to cover, else a copy of it; `area` is the part of the display that it shows. */
export function coverFrame(frame: RawFrame, boxes: readonly Box[], area: Box): RawFrame {
  const { width, height } = frame;
  const [scaleX, scaleY] = [width / area.width, height / area.height];
  const shown = boxes
    .map((box) => ({
      left: Math.max(0, Math.floor((box.x - area.x) * scaleX)),
      top: Math.max(0, Math.floor((box.y - area.y) * scaleY)),
      right: Math.min(width, Math.ceil((box.x + box.width - area.x) * scaleX)),
      bottom: Math.min(height, Math.ceil((box.y + box.height - area.y) * scaleY)),
    }))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top);
  if (shown.length === 0) return frame;
  const pixels = frame.pixels.slice();
  for (const { left, top, right, bottom } of shown)
    for (let y = top; y < bottom; y += 1) pixels.fill(BLACK, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** The parts of a box that the boxes `above` leave uncovered. */
export function subtractBoxes(box: Box, above: readonly Box[]): readonly Box[] {
  return above.reduce<readonly Box[]>((parts, other) => parts.flatMap((part) => subtract(part, other)), [box]);
}

function subtract(box: Box, other: Box): readonly Box[] {
  const left = Math.max(box.x, other.x);
  const top = Math.max(box.y, other.y);
  const right = Math.min(box.x + box.width, other.x + other.width);
  const bottom = Math.min(box.y + box.height, other.y + other.height);
  if (right <= left || bottom <= top) return [box];
  return [
    { x: box.x, y: box.y, width: box.width, height: top - box.y },
    { x: box.x, y: bottom, width: box.width, height: box.y + box.height - bottom },
    { x: box.x, y: top, width: left - box.x, height: bottom - top },
    { x: right, y: top, width: box.x + box.width - right, height: bottom - top },
  ].filter(({ width, height }) => width > 0 && height > 0);
}
