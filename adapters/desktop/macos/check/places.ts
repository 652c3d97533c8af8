/** Where on a Mac's displays the page of the checks is, and places of it in pixels of a display. */
import type { Display, Place } from '../../../../src/ports/desktop.ts';
import { type CheckKit, displaysOf, expect, NotGranted, until } from './check.ts';
import type { PlaceOfPage, Target } from './target.ts';
import { GRID } from './target-page.ts';

const PAGE_MS = 15_000;
const MOVE_MS = 5000;
/** Menu bar, Dock and the window's own bars take less than this of a display; points. */
const INSET = { left: 100, top: 60, right: 100, bottom: 110 } as const;
/** The distance from the page's edges within which no place is chosen. */
const MARGIN = 30;

export interface PointOfPage {
  readonly x: number;
  readonly y: number;
}

export interface OpenedPage {
  readonly target: Target;
  readonly display: Display;
  readonly page: PlaceOfPage;
}

/** The page in front, where it is now. */
export async function openTarget(kit: CheckKit): Promise<OpenedPage> {
  const target = await kit.target();
  await until(() => target.place() !== null, PAGE_MS, kit);
  const page = target.place();
  expect(page !== null, 'the page did not open in a browser', `Open ${target.url} in Safari and run this again.`);
  const display = (await displaysOf(kit)).find((one) => isOn(page, one));
  expect(
    display !== undefined,
    'the page is on no display',
    'Move the window of the page so that its corner can be seen, and run this again.',
  );
  return { target, display, page };
}

/** Does something with the page on each display, after its window was put there. */
export async function onEachDisplay(kit: CheckKit, work: (opened: OpenedPage) => Promise<void>): Promise<number> {
  const displays = await displaysOf(kit);
  for (const display of displays) await work(await openOn(display, kit));
  return displays.length;
}

async function openOn(display: Display, kit: CheckKit): Promise<OpenedPage> {
  const { target } = await openTarget(kit);
  const isThere = (): boolean => {
    const page = target.place();
    return page !== null && isOn(page, display);
  };
  const { density } = display;
  const [left, top] = [display.originX / density, display.originY / density];
  const isMoved = await kit.placeTarget({
    x: left + INSET.left,
    y: top + INSET.top,
    width: display.width / density - INSET.left - INSET.right,
    height: display.height / density - INSET.top - INSET.bottom,
  });
  // The page's place is asked anew, since it still tells the one before the move.
  target.askPlace();
  if (!(await until(isThere, MOVE_MS, kit)) && !isMoved && !kit.isUnattended) {
    await kit.ask(
      `Move the window of the page (Safari) to display ${display.index}, with its upper left corner in sight.`,
    );
    target.askPlace();
  }
  if (!(await until(isThere, MOVE_MS, kit)))
    throw new NotGranted(
      `the page could not be moved to display ${display.index}`,
      'Allow Safari to be controlled in System Settings › Privacy & Security › Automation, or move its window by hand when asked, then run this again.',
    );
  return await openTarget(kit);
}

function isOn(page: PointOfPage, { originX, originY, width, height, density }: Display): boolean {
  const [x, y] = [page.x * density - originX, page.y * density - originY];
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** A place of the page as a pixel of the display. */
export function placeIn({ page, display }: OpenedPage, point: PointOfPage): Place {
  const { density, originX, originY } = display;
  return {
    display,
    x: Math.round((page.x + point.x) * density - originX),
    y: Math.round((page.y + point.y) * density - originY),
  };
}

/** Near the four corners of what is in sight of the page, and in its middle. */
export function fivePlaces({ width, height }: PlaceOfPage): readonly PointOfPage[] {
  const [right, bottom] = [width - MARGIN, height - MARGIN];
  return [
    { x: MARGIN, y: MARGIN },
    { x: right, y: MARGIN },
    { x: MARGIN, y: bottom },
    { x: right, y: bottom },
    { x: Math.round(width / 2), y: Math.round(height / 2) },
  ];
}

export function gridMiddle(index: number): PointOfPage {
  return {
    x: GRID.left + ((index % GRID.columns) + 0.5) * GRID.square,
    y: GRID.top + (Math.floor(index / GRID.columns) + 0.5) * GRID.square,
  };
}
