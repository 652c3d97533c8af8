/** The one transform between 0–1000 and pixels of a display. */
import type { Point } from '../action/schema.ts';
import type { Box, Display, Place, UiElement } from '../ports/desktop.ts';

/** The pixel a point means: `min(size − 1, floor(value / 1000 · size))` on each axis. The point must be inside 0–1000. */
export function toPlace(point: Point, display: Display): Place {
  return { display, x: toPixel(point.x, display.width), y: toPixel(point.y, display.height) };
}

/** The 0–1000 value at the middle of a pixel: `toPlace(toPoint(p))` is `p` again, on every display. */
export function toPoint(place: Place): Point {
  return {
    x: ((place.x + 0.5) / place.display.width) * 1000,
    y: ((place.y + 0.5) / place.display.height) * 1000,
  };
}

/** The middle of an element, kept inside its display. */
export function centerOf(element: UiElement, display: Display): Place {
  return {
    display,
    x: clampInside(element.box.x + Math.floor(element.box.width / 2), display.width),
    y: clampInside(element.box.y + Math.floor(element.box.height / 2), display.height),
  };
}

/** The rectangle between two points, at least one pixel each way. */
export function toBox(from: Point, to: Point, display: Display): Box {
  const first = toPlace(from, display);
  const second = toPlace(to, display);
  const x = Math.min(first.x, second.x);
  const y = Math.min(first.y, second.y);
  return { x, y, width: Math.abs(first.x - second.x) + 1, height: Math.abs(first.y - second.y) + 1 };
}

function toPixel(value: number, size: number): number {
  return Math.min(size - 1, Math.floor((value / 1000) * size));
}

function clampInside(value: number, size: number): number {
  return Math.min(size - 1, Math.max(0, value));
}
