/** Geometry of boxes. Pure; any unit, the same for all. */
import type { Box } from '../ports/desktop.ts';

/** Whether two boxes overlap; a common edge is not enough. */
export function isMeeting(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

export function isMiddleIn({ x, y, width, height }: Box, outer: Box): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX >= outer.x && middleX <= outer.x + outer.width && middleY >= outer.y && middleY <= outer.y + outer.height
  );
}

/** The smallest box around all of them; of none an empty one. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
