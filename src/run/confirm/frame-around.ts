/** How much of the screen a card shows around its target. Pure. */
import type { Box, Container } from '../../ports/desktop.ts';

export interface FrameRequest {
  /** All boxes are in pixels of the display; null: the whole window. */
  readonly target: Box | null;
  readonly container: Pick<Container, 'box' | 'isModal'> | null;
  readonly window: Box | null;
  readonly display: { readonly width: number; readonly height: number; readonly density: number };
}

/** Least part of the window: together a third of it and nearly square, which a phone held upright shows largest. */
const LEAST_PART = { width: 1 / 2, height: 2 / 3 };
/** Least size of a cut, in points: a smaller one does not show where on the screen it is. */
const LEAST = { width: 420, height: 320 };
/** In points: a window no larger than this is shown as a whole, as dialogs are. */
const SMALL = { width: 720, height: 540 };
const MARGIN = 16;
/** A container that takes a larger share of the window is the window's whole content, and does not help to place the target. */
const MOST_OF_WINDOW = 0.6;

/** The target, its dialog or container where that is known, and at least a third of its window; inside the display. */
export function frameAround({ target, container, window, display }: FrameRequest): Box {
  const screen = { x: 0, y: 0, width: display.width, height: display.height };
  const place = window === null ? screen : (meet(window, screen) ?? screen);
  const density = Math.max(1, display.density);
  if (target === null) return atLeast(place, { width: LEAST.width * density, height: LEAST.height * density }, screen);
  const belongs =
    container !== null && (container.isModal || areaOf(container.box) <= MOST_OF_WINDOW * areaOf(place))
      ? meet(container.box, screen)
      : null;
  const isSmall = place.width <= SMALL.width * density && place.height <= SMALL.height * density;
  const known = [target, ...(belongs === null ? [] : [belongs]), ...(isSmall ? [place] : [])].reduce(join);
  const around = grow(known, MARGIN * density);
  const least = {
    width: Math.max(LEAST_PART.width * place.width, LEAST.width * density),
    height: Math.max(LEAST_PART.height * place.height, LEAST.height * density),
  };
  // A cut of a large window stays inside the window; around a small one the rest of the screen shows where it is.
  return atLeast(around, least, isSmall ? screen : join(place, meet(around, screen) ?? target));
}

/** `box` grown to this size around its middle and moved inside `within`, as far as that is large enough. */
function atLeast(box: Box, least: Pick<Box, 'width' | 'height'>, within: Box): Box {
  const width = Math.min(within.width, Math.max(box.width, least.width));
  const height = Math.min(within.height, Math.max(box.height, least.height));
  const left = box.x + box.width / 2 - width / 2;
  const top = box.y + box.height / 2 - height / 2;
  return {
    x: Math.round(Math.min(Math.max(left, within.x), within.x + within.width - width)),
    y: Math.round(Math.min(Math.max(top, within.y), within.y + within.height - height)),
    width: Math.round(width),
    height: Math.round(height),
  };
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function join(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** Intersection of two boxes; null when they share nothing. */
function meet(one: Box, other: Box): Box | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
