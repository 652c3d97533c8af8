/** A screen whose tiles follow a script over the time of a fake clock: for what waits and watches. */
import type { Desktop, Fingerprint, Frame } from '../../src/ports/desktop.ts';
import { createFakeDesktop } from '../fakes/desktop.ts';

export const COLUMNS = 40;
export const ROWS = 25;
/** Of 1000 tiles: a tile's own look when nothing happens to it. */
const CALM = 7;

/** What tiles look like at a time in milliseconds; those left out are calm. */
export type Script = (atMs: number) => Readonly<Record<number, number>>;

export function printOf(changed: Readonly<Record<number, number>>): Fingerprint {
  const tiles = new Uint32Array(COLUMNS * ROWS).fill(CALM);
  for (const [tile, look] of Object.entries(changed)) tiles[Number(tile)] = look;
  return { columns: COLUMNS, rows: ROWS, tiles };
}

export const CALM_PRINT = printOf({});

/** A block of tiles from the top left one, all with this look. */
export function block(from: number, columns: number, rows: number, look: number): Readonly<Record<number, number>> {
  const tiles: Record<number, number> = {};
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) tiles[from + row * COLUMNS + column] = look;
  return tiles;
}

export function frameOf(fingerprint: Fingerprint): Frame {
  const display = { index: 1, width: COLUMNS * 32, height: ROWS * 32, originX: 0, originY: 0, density: 1 };
  return {
    takenAt: 0,
    display,
    jpeg: new Uint8Array(),
    width: 28,
    height: 28,
    fingerprint,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  };
}

/** A desktop that shows the script. */
export function showScript(script: Script, elapsed: () => number): Desktop {
  return { ...createFakeDesktop(), fingerprint: async () => printOf(script(elapsed())) };
}
