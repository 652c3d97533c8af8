/** Checks of what Deskhand sees: pictures of each display, their time, and that what is in them lies where it is clicked. */
import type { Display } from '../../../../src/ports/desktop.ts';
import { type Check, type CheckKit, displaysOf, expect } from './check.ts';
import { gridMiddle, onEachDisplay, placeIn } from './places.ts';
import { GRID_COLORS } from './target-page.ts';

/** A look that takes longer makes every step wait. */
const SLOW_PICTURE_MS = 1500;
const TIMES = 5;

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
      title: 'What is in a picture lies where it is clicked, on each display',
      needs: ['see'],
      run: async (kit) => {
        const places: unknown[] = [];
        const count = await onEachDisplay(kit, async (opened) => {
          const { display, page } = opened;
          const size = { width: display.width, height: display.height };
          const frame = await kit.desktop.capture({ display: display.index, ...size }, kit.signal);
          await kit.savePicture(`grid-${display.index}.jpg`, frame.jpeg);
          const raw = await decode(frame.jpeg);
          const wrong = GRID_COLORS.filter((color, index) => {
            const { x, y } = placeIn(opened, gridMiddle(index));
            return !isAlike((raw.pixels[y * raw.width + x] ?? 0) & 0xffffff, color);
          });
          expect(
            wrong.length === 0,
            `on display ${display.index} ${wrong.length} of ${GRID_COLORS.length} colours are not where the page says they are`,
          );
          places.push({ display: display.index, page });
        });
        return { detail: `all ${GRID_COLORS.length} colours are in place on ${count} displays`, data: { places } };
      },
    },
  ];
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
