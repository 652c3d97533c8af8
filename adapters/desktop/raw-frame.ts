/** A captured frame before it is a picture: which tiles changed, and whether there is anything to see. */
import type { Fingerprint } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';

/** Pixels as the screen gives them: blue, green, red and an unused byte each, rows one below the other without gaps. */
export interface RawFrame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** Side of a tile. */
export const TILE_PX = 32;
/** FNV-1a's offset and prime, 32 bits, taken a pixel at a time: each step is a bijection, so one changed pixel always shows. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;
const COLOR_BITS = 0x00ff_ffff;
/** Brighter than this in any channel is something to see; a dark theme starts at about 0x1e. */
const DARK = 0x14;
/** Blacks of one picture differ at most by this. */
const SAME = 6;

/** Views captured bytes as pixels; rows with padding at their end are moved together. */
export function toRawFrame(bytes: Buffer, width: number, height: number, bytesPerRow: number): RawFrame {
  const isTight = bytesPerRow === width * 4 && bytes.byteOffset % 4 === 0;
  if (isTight) return { width, height, pixels: new Uint32Array(bytes.buffer, bytes.byteOffset, width * height) };
  const pixels = new Uint32Array(width * height);
  const target = new Uint8Array(pixels.buffer);
  for (let row = 0; row < height; row += 1) {
    target.set(bytes.subarray(row * bytesPerRow, row * bytesPerRow + width * 4), row * width * 4);
  }
  return { width, height, pixels };
}

/** One hash a tile, row by row; the last tile of a row or column may be smaller. About 1.5 ms for 1440×900. */
export function fingerprintOf({ width, height, pixels }: RawFrame): Fingerprint {
  const columns = Math.ceil(width / TILE_PX);
  const rows = Math.ceil(height / TILE_PX);
  const tiles = new Uint32Array(columns * rows).fill(HASH_START);
  for (let y = 0; y < height; y += 1) {
    const firstTile = Math.floor(y / TILE_PX) * columns;
    const rowEnd = (y + 1) * width;
    let index = y * width;
    for (let column = 0; column < columns; column += 1) {
      const tileEnd = Math.min(index + TILE_PX, rowEnd);
      let hash = tiles[firstTile + column] ?? 0;
      for (; index < tileEnd; index += 1) hash = Math.imul(hash ^ ((pixels[index] ?? 0) & COLOR_BITS), HASH_PRIME);
      tiles[firstTile + column] = hash;
    }
  }
  return { columns, rows, tiles };
}

/** True when every pixel is nearly the same dark value. Ends at the first pixel that is not. */
export function isBlackFrame({ pixels }: RawFrame): boolean {
  const first = pixels[0] ?? 0;
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    if (!isDark(pixel) || !isAlike(pixel, first)) return false;
  }
  return pixels.length > 0;
}

function isDark(pixel: number): boolean {
  return red(pixel) <= DARK && green(pixel) <= DARK && blue(pixel) <= DARK;
}

function isAlike(pixel: number, other: number): boolean {
  return (
    Math.abs(red(pixel) - red(other)) <= SAME &&
    Math.abs(green(pixel) - green(other)) <= SAME &&
    Math.abs(blue(pixel) - blue(other)) <= SAME
  );
}

function red(pixel: number): number {
  return (pixel >>> 16) & 0xff;
}

function green(pixel: number): number {
  return (pixel >>> 8) & 0xff;
}

function blue(pixel: number): number {
  return pixel & 0xff;
}

/** Brightness as television has it (ITU-R BT.601), in whole numbers: 2 ms for 1440×900. */
export function toLuma({ width, height, pixels }: RawFrame): Luma {
  const bright = new Uint8Array(pixels.length);
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    bright[index] = (red(pixel) * 77 + green(pixel) * 150 + blue(pixel) * 29) >>> 8;
  }
  return { width, height, pixels: bright };
}
