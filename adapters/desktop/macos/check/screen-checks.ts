/** Checks of what Deskhand sees: pictures of each display, their time, and that what is in them lies where it is clicked. */
import type { Display, Place } from '../../../../src/ports/desktop.ts';
import { type Check, type CheckKit, displaysOf, expect, until } from './check.ts';
import type { Target } from './target.ts';
import { GRID, GRID_COLORS } from './target-page.ts';

/** A look that takes longer makes every step wait. */
const SLOW_PICTURE_MS = 1500;
const TIMES = 5;
const PAGE_MS = 15_000;

/** Turns a JPEG into raw pixels; adapters/pictures has it. */
export type Decode = (
  jpeg: Uint8Array,
) => Promise<{ readonly width: number; readonly height: number; readonly pixels: Uint32Array }>;

export function screenChecks(decode: Decode): readonly Check[] {
  return [
    {
      name: 'pictures',
      title: 'A picture of each display, and how long it takes',
      needs: ['see'],
      run: async (kit) => {
        const times: Record<string, number> = {};
        for (const display of await displaysOf(kit)) {
          const { jpeg, isBlack, ms } = await picture(display, kit);
          await kit.savePicture(`display-${display.index}.jpg`, jpeg);
          expect(
            !isBlack,
            `display ${display.index} is black`,
            'Wake and unlock the Mac, and allow Screen Recording, then run this again.',
          );
          times[`display ${display.index}`] = ms;
          expect(ms < SLOW_PICTURE_MS, `a picture of display ${display.index} takes ${ms} ms`);
        }
        return {
          detail: `${Object.entries(times)
            .map(([name, ms]) => `${name}: ${ms} ms`)
            .join(', ')}`,
          data: times,
        };
      },
    },
    {
      name: 'grid',
      title: 'What is in a picture lies where it is clicked',
      needs: ['see'],
      run: async (kit) => {
        const { target, display, corner } = await openTarget(kit);
        const frame = await kit.desktop.capture(
          { display: display.index, width: display.width, height: display.height },
          kit.signal,
        );
        await kit.savePicture('grid.jpg', frame.jpeg);
        const raw = await decode(frame.jpeg);
        const wrong = GRID_COLORS.filter((color, index) => {
          const middle = placeIn(corner, gridMiddle(index), display);
          const pixel = raw.pixels[Math.round(middle.y) * raw.width + Math.round(middle.x)] ?? 0;
          return !isAlike(pixel & 0xffffff, color);
        });
        expect(
          wrong.length === 0,
          `${wrong.length} of ${GRID_COLORS.length} colours are not where the page says they are`,
        );
        return {
          detail: `all ${GRID_COLORS.length} colours are in place on display ${display.index}`,
          data: { corner, url: target.url },
        };
      },
    },
  ];
}

/** The page in front, on which display it is, and where there its corner is, in points of the whole desktop. */
export async function openTarget(kit: CheckKit): Promise<{
  readonly target: Target;
  readonly display: Display;
  readonly corner: { readonly x: number; readonly y: number };
}> {
  const target = await kit.target();
  const isOpen = await until(() => target.corner() !== null, PAGE_MS);
  const corner = target.corner();
  expect(
    isOpen && corner !== null,
    'the page did not open in a browser',
    `Open ${target.url} in Safari and run this again.`,
  );
  const display = (await displaysOf(kit)).find(({ originX, originY, width, height, density }) => {
    const [x, y] = [corner.x * density - originX, corner.y * density - originY];
    return x >= 0 && y >= 0 && x < width && y < height;
  });
  expect(
    display !== undefined,
    'the page is on no display',
    'Move the window of the page so that its corner can be seen, and run this again.',
  );
  return { target, display, corner };
}

/** A place of the page as a pixel of the display. */
export function placeIn(
  corner: { readonly x: number; readonly y: number },
  point: { readonly x: number; readonly y: number },
  display: Display,
): Place {
  const { density, originX, originY } = display;
  return {
    display,
    x: Math.round((corner.x + point.x) * density - originX),
    y: Math.round((corner.y + point.y) * density - originY),
  };
}

export function gridMiddle(index: number): { readonly x: number; readonly y: number } {
  return {
    x: GRID.left + ((index % GRID.columns) + 0.5) * GRID.square,
    y: GRID.top + (Math.floor(index / GRID.columns) + 0.5) * GRID.square,
  };
}

async function picture(display: Display, { desktop, signal }: CheckKit) {
  const times: number[] = [];
  let frame = await desktop.capture({ display: display.index, width: 1280, height: 1280 }, signal);
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = performance.now();
    frame = await desktop.capture({ display: display.index, width: 1280, height: 1280 }, signal);
    times.push(performance.now() - startedAt);
  }
  const ms = Math.round(times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0);
  return { jpeg: frame.jpeg, isBlack: frame.isBlack, ms };
}

/** JPEG and the display's own colours change a little. */
function isAlike(one: number, other: number): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)) < 90);
}
