/** Checks of the pointer: clicks, drags and scrolling, as a page receives them on each display. */
import type { MouseButton } from '../../../../src/ports/desktop.ts';
import { type Check, type CheckKit, expect, until } from './check.ts';
import {
  fivePlaces,
  gridMiddle,
  type OpenedPage,
  onEachDisplay,
  openTarget,
  type PointOfPage,
  placeIn,
} from './places.ts';
import type { Seen } from './target.ts';
import { GRID, GRID_COLORS } from './target-page.ts';

export const ARRIVAL_MS = 5000;
/** Half a point may be rounded either way. */
const NEAR = 1.5;
const CLICKS = [
  ['left', 1],
  ['left', 2],
  ['left', 3],
  ['right', 1],
] as const;

export const pointerChecks: readonly Check[] = [
  {
    name: 'clicks',
    title: 'One, two and three clicks, and the right button, at five places of each display',
    needs: ['touch'],
    run: async (kit) => {
      const count = await onEachDisplay(kit, async (opened) => {
        for (const [button, clicks] of CLICKS)
          for (const point of fivePlaces(opened.page)) await clickOn(point, button, clicks, opened, kit);
      });
      return { detail: `${count * 20} clicks arrived where they were meant, with their count and nothing held` };
    },
  },
  {
    name: 'fifty',
    title: 'Fifty clicks at once',
    needs: ['touch'],
    run: async (kit) => {
      const opened = await openTarget(kit);
      const { target } = opened;
      target.forget();
      const places = Array.from({ length: 50 }, (_, at) => gridMiddle(at % GRID_COLORS.length));
      await Promise.all(places.map((point) => kit.desktop.click(placeIn(opened, point), 'left', 1, kit.signal)));
      const downs = () => target.seen().filter(({ type }) => type === 'mousedown');
      const ups = () => target.seen().filter(({ type }) => type === 'mouseup');
      // What comes late must not be taken for part of the next check.
      await until(() => downs().length >= 50 && ups().length >= 50, ARRIVAL_MS, kit);
      const missing = 50 - downs().length;
      expect(missing === 0, `${missing} of 50 clicks did not arrive`);
      const astray = downs().filter((seen) => !places.some((point) => isNear(seen, point)) || seen.held !== '');
      expect(astray.length === 0, `${astray.length} of 50 clicks arrived elsewhere or with a modifier`);
      return { detail: 'all arrived, none with a modifier' };
    },
  },
  {
    name: 'drag',
    title: 'A drag with its steps, on each display',
    needs: ['touch'],
    run: async (kit) => {
      const found: number[] = [];
      await onEachDisplay(kit, async (opened) => {
        const { target, display } = opened;
        target.forget();
        const [from, to] = [gridMiddle(0), { x: GRID.left + 300, y: GRID.top + 100 }];
        await kit.desktop.drag(placeIn(opened, from), placeIn(opened, to), kit.signal);
        await until(() => target.seen().some(({ type }) => type === 'mouseup'), ARRIVAL_MS, kit);
        const seen = target.seen();
        const down = seen.find(({ type }) => type === 'mousedown');
        const up = seen.find(({ type }) => type === 'mouseup');
        const on = `on display ${display.index}`;
        expect(down !== undefined && isNear(down, from), `the drag did not begin where it was meant ${on}`);
        expect(up !== undefined && isNear(up, to), `the drag did not end where it was meant ${on}`);
        const steps = seen.filter(({ type, buttons }) => type === 'mousemove' && buttons === 1).length;
        expect(steps >= 4, `the page saw ${steps} steps on the way ${on}`);
        found.push(steps);
      });
      return { detail: `${found.join(', ')} steps with the button held` };
    },
  },
  {
    name: 'scroll',
    title: 'Scrolling to all four sides, at five places of each display',
    needs: ['touch'],
    run: async (kit) => {
      const count = await onEachDisplay(kit, async (opened) => {
        for (const point of fivePlaces(opened.page)) await scrollAt(point, opened, kit);
      });
      return { detail: `down, up, right, left at five places of ${count} displays` };
    },
  },
];

async function clickOn(
  point: PointOfPage,
  button: MouseButton,
  count: number,
  opened: OpenedPage,
  kit: CheckKit,
): Promise<void> {
  const { target, display } = opened;
  target.forget();
  await kit.desktop.click(placeIn(opened, point), button, count, kit.signal);
  const downs = () => target.seen().filter(({ type }) => type === 'mousedown');
  const ups = () => target.seen().filter(({ type }) => type === 'mouseup');
  const what = `${count} ${button} at ${point.x},${point.y} of display ${display.index}`;
  expect(
    await until(() => downs().length >= count && (button === 'right' || ups().length >= count), ARRIVAL_MS, kit),
    `${what}: ${downs().length} clicks arrived`,
  );
  const last = downs().at(-1);
  expect(last !== undefined && isNear(last, point), `${what} arrived at ${last?.x},${last?.y}`);
  expect(last.clicks === count, `${what} counts as ${last.clicks}`);
  expect(last.button === (button === 'right' ? 2 : 0), `${what} came with button ${last.button}`);
  expect(last.held === '', `${what} came with ${last.held} held`);
}

async function scrollAt(point: PointOfPage, opened: OpenedPage, kit: CheckKit): Promise<void> {
  const { target, display } = opened;
  for (const [direction, dx, dy] of [
    ['down', 0, 1],
    ['up', 0, -1],
    ['right', 1, 0],
    ['left', -1, 0],
  ] as const) {
    target.forget();
    await kit.desktop.scroll(placeIn(opened, point), direction, 3, kit.signal);
    const isThatWay = (seen: Seen): boolean =>
      seen.type === 'wheel' && isNear(seen, point) && (dx === 0 ? seen.dy === dy : seen.dx === dx);
    expect(
      await until(() => target.seen().some(isThatWay), ARRIVAL_MS, kit),
      `scrolling ${direction} at ${point.x},${point.y} of display ${display.index} did not go there`,
    );
  }
}

function isNear(seen: PointOfPage, point: PointOfPage): boolean {
  return Math.abs(seen.x - point.x) <= NEAR && Math.abs(seen.y - point.y) <= NEAR;
}
