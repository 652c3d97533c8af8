/** Parts of a display that a person zooms into, three by three, and the point in the middle of each. */
import type { Point } from '../action/schema.ts';
import type { Box, Display } from '../ports/desktop.ts';
import { toBox } from './coordinates.ts';

/** In 0–1000 of the display, where it is a square. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export const WHOLE: Area = { x: 0, y: 0, side: 1000 };

/** In pixels of the display: smaller parts are not offered, as they show nothing more. */
const LEAST_PX = 90;

/** One of the nine parts: 0 is the upper left one, 8 the lower right one. */
export function cellOf(area: Area, cell: number): Area {
  const side = area.side / 3;
  return { x: area.x + (cell % 3) * side, y: area.y + Math.floor(cell / 3) * side, side };
}

export function middleOf({ x, y, side }: Area): Point {
  return { x: x + side / 2, y: y + side / 2 };
}

/** Its box in pixels; null when it is the whole display. */
export function boxOf(area: Area, display: Display): Box | null {
  if (area.side >= WHOLE.side) return null;
  return toBox({ x: area.x, y: area.y }, { x: area.x + area.side, y: area.y + area.side }, display);
}

export function canZoom(area: Area, display: Display): boolean {
  return (area.side / 3000) * Math.min(display.width, display.height) >= LEAST_PX / 3;
}
