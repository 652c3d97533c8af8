/** On which display a window lies, and where there. */
import type { Box, Display } from '../../src/ports/desktop.ts';

/**
 * `box` in the units of the whole desktop, from the main display's top left corner: points on a Mac, pixels on X11, whose density is 1.
 * The display is the one that shows its middle; null when none does. The result is in pixels of that display.
 */
export function placeWindow(
  box: Box,
  displays: readonly Display[],
): { readonly display: number; readonly box: Box } | null {
  for (const { index, width, height, originX, originY, density } of displays) {
    const x = Math.round(box.x * density) - originX;
    const y = Math.round(box.y * density) - originY;
    const placed = { x, y, width: Math.round(box.width * density), height: Math.round(box.height * density) };
    const [middleX, middleY] = [x + placed.width / 2, y + placed.height / 2];
    if (middleX >= 0 && middleY >= 0 && middleX < width && middleY < height) return { display: index, box: placed };
  }
  return null;
}
