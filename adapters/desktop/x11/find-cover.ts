/** What of an X display no picture may show: password fields, and the windows of applications that keep secrets. */
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { isCoveredApp, kindOfApp } from '../../../src/safety/apps/app-names.ts';
import type { Accessibility } from '../accessibility/accessibility.ts';
import type { ScreenWindow } from '../accessibility/secure-fields.ts';
import { type Cover, subtractBoxes } from '../cover.ts';
import type { XProperties } from './properties.ts';
import { readStack, type StackedWindow } from './stacking.ts';

export interface CoverParts {
  readonly properties: XProperties;
  /** The display's root window. */
  readonly root: number;
  readonly accessibility: Pick<Accessibility, 'secureFields' | 'follow'>;
  /** Applications that keep secrets, beside the built-in list. */
  readonly privateApps: readonly string[];
}

/** A margin around a field: its own frame may stand a pixel beside what the application tells. */
const MARGIN_PX = 2;

export interface CoverFinder {
  /**
   * Looks, lets `grab` take the pixels, and looks once more where those fields and windows are: what moved meanwhile is covered in
   * both places. `make` is begun with what the first look found, and done anew when the second found more.
   */
  around<Pixels, Made>(
    display: Display,
    grab: () => Pixels,
    make: (pixels: Pixels, cover: Cover) => Promise<Made>,
    signal: AbortSignal,
  ): Promise<Made>;
}

export function createCoverFinder({ properties, root, accessibility, privateApps }: CoverParts): CoverFinder {
  return {
    async around(display, grab, make, signal) {
      // All places are in pixels of the root window until the end, as places of windows are.
      const whole = { ...display, ...(await properties.rootSize()), originX: 0, originY: 0 };
      const before = splitStack(await readStack(properties, root), privateApps);
      const open = before.windows.filter(({ window, isPrivate }) => !isPrivate && window.app !== '');
      const shown = new Map<ScreenWindow, Placed>(open.map((placed) => [placed.window, placed]));
      const { fields, unsure } = await accessibility.secureFields([...shown.keys()], whole, signal);
      const coverOf = (stacks: readonly Stack[], now: readonly (Box | null)[]): Cover => {
        const secure = fields.flatMap(({ window, box }, index) => {
          const above = window === null ? [] : (shown.get(window)?.above ?? []);
          return [box, now[index] ?? box].flatMap((each) => subtractBoxes(widen(each), above));
        });
        const kept = stacks.flatMap(({ windows }) => windows.filter(({ isPrivate }) => isPrivate));
        const boxes = [...secure, ...kept.flatMap(({ window, above }) => subtractBoxes(window.box, above))];
        const facts = {
          covered: named(kept.map(({ window }) => window.app)),
          unsure: named(unsure.filter((window) => isToBeSeen(window, shown)).map(({ app }) => app)),
        };
        return { boxes: boxes.map((box) => toDisplay(box, display)), facts };
      };
      const pixels = grab();
      const second = Promise.all([
        fields.length === 0 ? [] : accessibility.follow(fields, whole, signal),
        readStack(properties, root).then((stack) => splitStack(stack, privateApps)),
      ]);
      const first = coverOf([before, before], []);
      const making = make(pixels, first);
      // Whichever of the two fails first is reported; a later failure of the other must not be an unhandled rejection.
      making.catch(() => undefined);
      const [now, after] = await second;
      const cover = coverOf([before, after], now);
      return isSame(first, cover) ? await making : await make(pixels, cover);
    },
  };
}

function named(apps: readonly string[]): readonly string[] {
  return [...new Set(apps)].filter((app) => app !== '');
}

function isSame(one: Cover, other: Cover): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toDisplay({ x, y, width, height }: Box, { originX, originY }: Display): Box {
  return { x: x - originX, y: y - originY, width, height };
}

interface Placed {
  readonly window: StackedWindow;
  readonly isPrivate: boolean;
  /** What lies on top of it and hides it, without other windows of the same application. */
  readonly above: readonly Box[];
}

interface Stack {
  readonly windows: readonly Placed[];
}

function splitStack(stack: readonly StackedWindow[], privateApps: readonly string[]): Stack {
  const named = stack.filter(({ app }) => isCoveredApp(app, privateApps));
  const isPrivate = ({ app, pid }: StackedWindow): boolean =>
    isCoveredApp(app, privateApps) || (pid !== null && named.some((window) => window.pid === pid));
  return {
    windows: stack.map((window, index) => ({
      window,
      isPrivate: isPrivate(window),
      above: stack
        .slice(index + 1)
        .filter((other) => other.isOpaque && !isPrivate(other))
        .map(({ box }) => box),
    })),
  };
}

/** What is wholly below others cannot show anything; a terminal shows no password that is typed into it. */
function isToBeSeen(window: ScreenWindow, shown: ReadonlyMap<ScreenWindow, Placed>): boolean {
  const placed = shown.get(window);
  if (placed === undefined || kindOfApp(window.app, []) === 'terminal') return false;
  return subtractBoxes(placed.window.box, placed.above).length > 0;
}

function widen({ x, y, width, height }: Box): Box {
  return { x: x - MARGIN_PX, y: y - MARGIN_PX, width: width + 2 * MARGIN_PX, height: height + 2 * MARGIN_PX };
}
