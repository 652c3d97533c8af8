/** Finds a patch of one colour again that has moved from one picture of the screen to another. */
import type { Point } from '../../src/ports/pictures.ts';
import { decodeFrame } from './decode-frame.ts';
import type { ScreenPixels } from './encode-frame.ts';

/** A channel of the same colour differs by no more than this in a JPEG as we make them. */
const SAME_COLOUR = 36;
/** Smaller patches are letters and edges. */
const LEAST_PIXELS = 12;
/** Larger patches are backgrounds. */
const LARGEST_SHARE = 1 / 20;
/** The same patch may differ in area by this factor, and in width and height by it and a few pixels of its edges. */
const MOST_GROWTH = 1.4;
const EDGE_PX = 3;

interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: number;
  /** Number in the labels, from 1. */
  readonly label: number;
}

/**
 * Where the point of `before` is in `now`, moved with the patch of one colour around it. null where that is no patch of its own, or another
 * of its colour and size is there, before or now: nobody could tell which is meant. Both pictures have the same size.
 */
export async function findPatch(before: Uint8Array, now: Uint8Array, at: Point): Promise<Point | null> {
  const [first, second] = await Promise.all([decodeFrame(before), decodeFrame(now)]);
  if (first.width !== second.width || first.height !== second.height) return null;
  const colour = first.pixels[at.y * first.width + at.x];
  if (colour === undefined) return null;
  const { patches, labels } = patchesOf(first, colour);
  const label = labels[at.y * first.width + at.x];
  const wanted = patches.find((patch) => patch.label === label);
  if (wanted === undefined || wanted.pixels > first.pixels.length * LARGEST_SHARE) return null;
  const isAlike = (patch: Patch): boolean => isSameSize(patch, wanted);
  const [found, ...others] = patchesOf(second, colour).patches.filter(isAlike);
  if (found === undefined || others.length > 0 || patches.filter(isAlike).length > 1) return null;
  return {
    x: clamp(found.x + Math.round(((at.x - wanted.x) / wanted.width) * found.width), second.width),
    y: clamp(found.y + Math.round(((at.y - wanted.y) / wanted.height) * found.height), second.height),
  };
}

/** What touches and has this colour, each with its box; too little is left out. */
function patchesOf(
  { width, height, pixels }: ScreenPixels,
  colour: number,
): { readonly patches: readonly Patch[]; readonly labels: Uint32Array } {
  const labels = new Uint32Array(pixels.length);
  const waiting = new Uint32Array(pixels.length);
  const patches: Patch[] = [];
  let label = 0;
  for (let start = 0; start < pixels.length; start += 1) {
    if (labels[start] !== 0 || !isAlikeColour(pixels[start] ?? 0, colour)) continue;
    label += 1;
    labels[start] = label;
    waiting[0] = start;
    let [count, left, right, top, bottom] = [1, width, 0, height, 0];
    for (let next = 0; next < count; next += 1) {
      const index = waiting[next] ?? 0;
      const x = index % width;
      const y = (index - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      const take = (neighbour: number): void => {
        if (labels[neighbour] !== 0 || !isAlikeColour(pixels[neighbour] ?? 0, colour)) return;
        labels[neighbour] = label;
        waiting[count] = neighbour;
        count += 1;
      };
      if (x > 0) take(index - 1);
      if (x < width - 1) take(index + 1);
      if (y > 0) take(index - width);
      if (y < height - 1) take(index + width);
    }
    if (count >= LEAST_PIXELS)
      patches.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, pixels: count, label });
  }
  return { patches, labels };
}

function isAlikeColour(one: number, other: number): boolean {
  return (
    Math.abs((one >>> 16) - (other >>> 16)) <= SAME_COLOUR &&
    Math.abs(((one >>> 8) & 0xff) - ((other >>> 8) & 0xff)) <= SAME_COLOUR &&
    Math.abs((one & 0xff) - (other & 0xff)) <= SAME_COLOUR
  );
}

function isSameSize(one: Patch, other: Patch): boolean {
  return (
    isNear(one.pixels, other.pixels, 0) &&
    isNear(one.width, other.width, EDGE_PX) &&
    isNear(one.height, other.height, EDGE_PX)
  );
}

function isNear(one: number, other: number, slack: number): boolean {
  return one <= other * MOST_GROWTH + slack && other <= one * MOST_GROWTH + slack;
}

function clamp(value: number, size: number): number {
  return Math.min(size - 1, Math.max(0, value));
}
