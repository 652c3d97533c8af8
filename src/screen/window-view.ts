/** The part of a look that is the front window: cut out of the picture on the model's grid, and where it lies on the whole screen. */
import type { Box, Frame } from '../ports/desktop.ts';
import type { ScreenPart } from '../ports/model.ts';
import { PATCH_PX } from './picture-size.ts';

/** Pixels of the frame's picture. */
export interface View {
  readonly box: Box;
  readonly frame: Pick<Frame, 'width' | 'height'>;
}

/** A window with a larger share of the screen is not worth cutting out. */
const LARGEST_SHARE = 0.5;
/** Space around the window for title and borders, and for menus that open beyond it. */
const MARGIN_PX = 40;

/** null: not worth it, or not known. `window` in pixels of the frame's display. Pure. */
export function viewOf(window: Box | null | undefined, frame: Frame): View | null {
  if (window === null || window === undefined || window.width <= 0 || window.height <= 0) return null;
  const { display } = frame;
  const across = frame.width / display.width;
  const down = frame.height / display.height;
  const [x, width] = onGrid(
    (window.x - MARGIN_PX) * across,
    (window.x + window.width + MARGIN_PX) * across,
    frame.width,
  );
  const [y, height] = onGrid(
    (window.y - MARGIN_PX) * down,
    (window.y + window.height + MARGIN_PX) * down,
    frame.height,
  );
  const isWorthIt = width > 0 && height > 0 && width * height <= LARGEST_SHARE * frame.width * frame.height;
  return isWorthIt ? { box: { x, y, width, height }, frame } : null;
}

/** Converts a point of the cut picture to 0–1000 of the whole screen; `u` and `v` are shares of the cut, 0–1. The only such transform. */
export function toWholeScreen({ box, frame }: View, u: number, v: number): { readonly x: number; readonly y: number } {
  return {
    x: ((box.x + u * box.width) / frame.width) * 1000,
    y: ((box.y + v * box.height) / frame.height) * 1000,
  };
}

/** The part of the whole screen that the view shows. */
export function partOf(view: View): ScreenPart {
  const from = toWholeScreen(view, 0, 0);
  const to = toWholeScreen(view, 1, 1);
  return { ...from, width: to.x - from.x, height: to.y - from.y };
}

/** The tiles' rectangle it shows, in pixels of the display. */
export function shownBox({ box, frame }: View, display: Frame['display']): Box {
  const across = display.width / frame.width;
  const down = display.height / frame.height;
  return { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down };
}

/** Place of the view, for the prompt. Four decimals: a tenth of a pixel. */
export function describeView(view: View): string {
  const from = toWholeScreen(view, 0, 0);
  const to = toWholeScreen(view, 1, 1);
  const say = (value: number): string => String(Math.round(value * 100) / 100);
  return `The picture shows only the window in front: x ${say(from.x)} to ${say(to.x)}, y ${say(from.y)} to ${say(to.y)} of the whole screen, where nothing else has changed. Points are still of the whole screen; screenshot shows it whole.`;
}

/** Extends a range to whole grid squares, inside 0…size. */
function onGrid(from: number, to: number, size: number): readonly [start: number, length: number] {
  const start = Math.max(0, Math.floor(from));
  const end = Math.min(size, Math.ceil(to));
  const length = Math.min(size, Math.ceil((end - start) / PATCH_PX) * PATCH_PX);
  return [Math.max(0, Math.min(start, size - length)), length];
}
