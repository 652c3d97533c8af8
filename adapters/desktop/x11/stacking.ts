/** The windows one can see, from the lowest to the topmost: whose they are and where. */
import type { Box, FrontWindow } from '../../../src/ports/desktop.ts';
import type { XProperties } from './properties.ts';
import { describeWindow, findClientBelow } from './windows.ts';

export interface StackedWindow extends FrontWindow {
  /** With what the window manager puts around it, in pixels of the display. */
  readonly box: Box;
  /** Whether nothing shows through the window. */
  readonly isOpaque: boolean;
  /** Width of the application's own part, in pixels. */
  readonly width: number;
}

/** A depth with an alpha channel; it counts only where a compositor mixes the windows. */
const TRANSLUCENT_BITS = 32;

/** `root` is the display's root window. */
export async function readStack(properties: XProperties, root: number): Promise<readonly StackedWindow[]> {
  const [windows, isMixed] = await Promise.all([
    properties.childrenOf(root),
    properties.isOwned('_NET_WM_CM_S0').catch(() => true),
  ]);
  const read = await Promise.all(windows.map((window) => readStacked(properties, window, isMixed)));
  return read.filter((window) => window !== null);
}

/** The topmost one there; null where only the empty desktop is. */
export function findWindowAt(stack: readonly StackedWindow[], x: number, y: number): FrontWindow | null {
  const found = stack.findLast(
    ({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  if (found === undefined) return null;
  const { isOpaque: _isOpaque, width: _width, ...window } = found;
  return window;
}

async function readStacked(properties: XProperties, window: number, isMixed: boolean): Promise<StackedWindow | null> {
  const [isShown, geometry] = await Promise.all([properties.isViewable(window), properties.geometryOf(window)]);
  if (!isShown || geometry === null) return null;
  const client = (await findClientBelow(properties, window)) ?? window;
  const described = await describeWindow(properties, client);
  const isOpaque = !isMixed || geometry.depth !== TRANSLUCENT_BITS;
  return { ...described, box: geometry.box, isOpaque, width: described.width ?? geometry.box.width };
}
