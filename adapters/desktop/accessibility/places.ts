/** Where things are, as applications tell it and in pixels of the display. Pure. */
import type { Box, Display } from '../../../src/ports/desktop.ts';
import type { Extents } from './atspi.ts';

/** A place, counted in units of `scale` pixels each. */
export interface Placed {
  readonly extents: Extents;
  readonly scale: number;
}

/** The tolerance for rounding in layouts; a label may stick out of its button by as much. */
const SLACK_PX = 2;

export function toBox({ extents: [x, y, width, height], scale }: Placed, display: Display): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
  return {
    x: left - display.originX,
    y: top - display.originY,
    width: Math.round((x + width) * scale) - left,
    height: Math.round((y + height) * scale) - top,
  };
}

export function intersect(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

export function isEmpty({ width, height }: Box): boolean {
  return width <= 0 || height <= 0;
}

export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - SLACK_PX &&
    inner.y >= outer.y - SLACK_PX &&
    inner.x + inner.width <= outer.x + outer.width + SLACK_PX &&
    inner.y + inner.height <= outer.y + outer.height + SLACK_PX
  );
}
