/** Puts a page's elements onto the screen: the one place where CSS pixels become pixels of a display. Pure. */
import type { Box, Display, ElementList, UiElement } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { Page, PageElement } from './page-script.ts';

/** The widest frame of a window, both sides together; a sidebar is wider. */
const WIDEST_FRAME_DIP = 24;

export interface PageScale {
  /** Device-independent pixels a CSS pixel: how far the page is zoomed; null when the browser does not tell. */
  readonly zoom: number | null;
  /** Pixels of the screen a device-independent pixel. */
  readonly density: number;
}

/**
 * The page fills its window but for what is above it (tabs, address, bars): true of every browser unless a sidebar is open, and then
 * the list is unavailable and says so. Scrolling is in the page's own numbers already.
 */
export function placePage(page: Page, { zoom, density }: PageScale, display: Display): ElementList {
  const scale = zoom ?? page.outerWidth / page.innerWidth;
  const beside = page.outerWidth - page.innerWidth * scale;
  if (beside < -2 || beside > WIDEST_FRAME_DIP)
    return {
      elements: [],
      coverage: 'unavailable',
      reason: say`Something is open beside the page, so its elements cannot be placed; the picture is all there is to go by.`,
    };
  // The frame is as wide below as on each side.
  const above = page.outerHeight - page.innerHeight * scale - beside / 2;
  const { pinch } = page;
  const toPixels = (css: number, seen: number, start: number): number =>
    (start + (css - seen) * pinch.scale * scale) * density;
  const placed = page.elements.map((element): PageElement => {
    const left = toPixels(element.x, pinch.left, page.screenX + beside / 2) - display.originX;
    const top = toPixels(element.y, pinch.top, page.screenY + above) - display.originY;
    const size = pinch.scale * scale * density;
    return { ...element, x: left, y: top, width: element.width * size, height: element.height * size };
  });
  const shown = placed.flatMap((element): readonly Omit<UiElement, 'number'>[] => {
    const box = roundInside(element, display);
    const { role, name, value, isFocused, isEnabled, isSecure } = element;
    return box === null ? [] : [{ role, name, value: isSecure ? '' : value, box, isFocused, isEnabled, isSecure }];
  });
  const elements = shown
    .toSorted((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)
    .map((element, index) => ({ number: index + 1, ...element }));
  const reason = page.isWhole ? '' : say`There are more elements on the page than are listed.`;
  return { elements, coverage: page.isWhole ? 'complete' : 'partial', reason };
}

/** The part on the display in whole pixels; null when its middle is not there. */
function roundInside({ x, y, width, height }: Box, display: Display): Box | null {
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (middle.x < 0 || middle.y < 0 || middle.x >= display.width || middle.y >= display.height) return null;
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(display.width, Math.round(x + width)) - left),
    height: Math.max(1, Math.min(display.height, Math.round(y + height)) - top),
  };
}
