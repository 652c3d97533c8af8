/** Which pixels of a line's picture are ink: darker or brighter than what is around the letters. Pure. */
import type { Luma } from '../../src/ports/frame.ts';

export interface Ink {
  /** Difference between the ground and the strongest ink, 0–255. */
  readonly contrast: number;
  /** How much ink each pixel is, 0 (ground) to 1. */
  readonly strength: Float32Array;
  /** The same, with the ink that reaches in from the lines above and below. */
  readonly around: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** From this share of the contrast on a pixel belongs to a letter; the rest is its smooth edge. */
export const INKED = 0.35;
const LEAST_CONTRAST = 12;

/** null: nothing stands out. */
export function findInk({ width, height, pixels }: Luma): Ink | null {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const ground = mostCommon(counts);
  const [low, high] = [quantile(counts, 0.005, pixels.length), quantile(counts, 0.995, pixels.length)];
  const isDark = ground - low >= high - ground;
  const contrast = isDark ? ground - low : high - ground;
  if (contrast < LEAST_CONTRAST) return null;
  const strength = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 1) {
    const difference = isDark ? ground - (pixels[at] ?? 0) : (pixels[at] ?? 0) - ground;
    strength[at] = Math.min(1, Math.max(0, difference / contrast));
  }
  return { contrast, strength: keepLine(strength.slice(), width, height), around: strength, width, height };
}

/** A row with less ink than this share of the fullest row, and less than a pixel, separates two lines: the tail of one g has more. */
const BETWEEN = 0.015;
/** Lines that touch are parted at the emptiest row of this share of the height at either end. */
const MARGIN = 0.3;

/** Removes the ink that reaches in from the lines above and below. */
function keepLine(strength: Float32Array, width: number, height: number): Float32Array {
  const sums = Float32Array.from({ length: height }, (_, y) =>
    strength.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + (value >= INKED ? value : 0), 0),
  );
  const most = sums.reduce((one, other) => Math.max(one, other), 0);
  const middle = Math.floor(height / 2);
  const isBetween = (y: number): boolean => (sums[y] ?? 0) <= Math.min(1, BETWEEN * most);
  const emptiest = (from: number, to: number): number => {
    let best = from;
    for (let y = from; y < to; y += 1) if ((sums[y] ?? 0) < (sums[best] ?? 0)) best = y;
    return best;
  };
  const margin = Math.floor(height * MARGIN);
  let top = middle;
  while (top > 0 && !isBetween(top - 1)) top -= 1;
  let bottom = middle;
  while (bottom < height && !isBetween(bottom)) bottom += 1;
  // Marks above a letter are part of the line despite the gap below them, as far as there is room.
  if (top > margin) top = Math.min(top, skipGap(top, -1));
  if (top === 0 && height > 8) top = emptiest(0, margin) === 0 ? 0 : emptiest(0, margin);
  if (bottom === height && height > 8) bottom = emptiest(height - margin, height) + 1;
  strength.fill(0, 0, top * width);
  strength.fill(0, bottom * width);
  return strength;

  /** Skips a gap of at most an eighth of the height, and what is behind the gap. */
  function skipGap(from: number, step: -1): number {
    let y = from + step;
    let gap = 0;
    while (y >= 0 && isBetween(y) && gap <= height / 8) [y, gap] = [y + step, gap + 1];
    if (y < 0 || isBetween(y)) return from;
    while (y >= 0 && !isBetween(y)) y += step;
    return y < 0 ? from : y + 1;
  }
}

/** The ground is a band of like values, not one: pictures behind text vary. */
function mostCommon(counts: Uint32Array): number {
  let [best, most] = [0, -1];
  for (let value = 0; value < 256; value += 1) {
    let sum = 0;
    for (let near = Math.max(0, value - 3); near <= Math.min(255, value + 3); near += 1) sum += counts[near] ?? 0;
    if (sum > most) [best, most] = [value, sum];
  }
  return best;
}

function quantile(counts: Uint32Array, share: number, total: number): number {
  let sum = 0;
  for (let value = 0; value < 256; value += 1) {
    sum += counts[value] ?? 0;
    if (sum > share * total) return value;
  }
  return 255;
}

/** Strongest ink of each column between two rows. */
export function columnsOf({ strength, width, height }: Ink, top = 0, bottom = height): Float32Array {
  const columns = new Float32Array(width);
  for (let y = top; y < bottom; y += 1)
    for (let x = 0; x < width; x += 1) columns[x] = Math.max(columns[x] ?? 0, strength[y * width + x] ?? 0);
  return columns;
}

/** Strongest ink of each row between two columns. */
export function rowsOf({ strength, width, height }: Ink, left = 0, right = width): Float32Array {
  const rows = new Float32Array(height);
  for (let y = 0; y < height; y += 1)
    for (let x = left; x < right; x += 1) rows[y] = Math.max(rows[y] ?? 0, strength[y * width + x] ?? 0);
  return rows;
}
