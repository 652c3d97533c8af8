/** Pictures of a Mac's screen by screencapture(1): by region, for its display numbers follow an order of their own. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Box, Display } from '../../../src/ports/desktop.ts';
import type { RawFrame } from '../raw-frame.ts';
import type { Run } from './run.ts';

/** Turns a JPEG into raw pixels; adapters/pictures has it. */
export type DecodeFrame = (jpeg: Uint8Array) => Promise<RawFrame>;

export interface MacScreen {
  /** Whether taking a picture is too slow for taking several, judged by the last few. */
  isSlow(): boolean;
  /** The display, or the part of it in its pixels. */
  grab(display: Display, crop: Box | null, signal: AbortSignal): Promise<RawFrame>;
}

/** Above this a picture is slow: waiting for a settled screen is made for X11, where one takes 3 to 20 ms. */
const SLOW_MS = 60;
const TIMES_KEPT = 5;

export function createMacScreen(parts: {
  readonly run: Run;
  readonly decode: DecodeFrame;
  /** Path of screencapture. */
  readonly program: string;
  /** Milliseconds, never back. */
  readonly now: () => number;
}): MacScreen {
  const { run, decode, program, now } = parts;
  let times: readonly number[] = [];
  return {
    // The quickest picture counts, so that a busy moment does not make a Mac slow.
    isSlow: () => times.length > 0 && Math.min(...times) > SLOW_MS,
    grab: async (display, crop, signal) => {
      const region = regionOf(display, crop);
      // The program writes only to files; ours is in the user's own temporary folder and gone at once.
      const file = join(tmpdir(), `deskhand-${randomUUID()}.jpg`);
      const startedAt = now();
      try {
        await run([program, ...captureFlags(region), file], '', signal);
        const raw = await decode(await readFile(file));
        times = [now() - startedAt, ...times].slice(0, TIMES_KEPT);
        const { density } = display;
        if (raw.width !== region.width * density || raw.height !== region.height * density)
          throw new Error(
            `screencapture gave ${raw.width}×${raw.height} pixels for ${region.width}×${region.height} points at ${density}×`,
          );
        if (crop === null) return raw;
        const left = crop.x + display.originX - region.x * density;
        const top = crop.y + display.originY - region.y * density;
        return cut(raw, { ...crop, x: left, y: top });
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}

/** In whole points of the whole desktop: what half points would become is written nowhere. */
export function regionOf({ originX, originY, width, height, density }: Display, crop: Box | null): Box {
  const box = crop ?? { x: 0, y: 0, width, height };
  const x = Math.floor((originX + box.x) / density);
  const y = Math.floor((originY + box.y) / density);
  return {
    x,
    y,
    width: Math.ceil((originX + box.x + box.width) / density) - x,
    height: Math.ceil((originY + box.y + box.height) / density) - y,
  };
}

/** -x: no sound; -R: a region in points of the whole desktop, which may lie left of or above the main display. */
export function captureFlags({ x, y, width, height }: Box): readonly string[] {
  return ['-x', '-t', 'jpg', `-R${[x, y, width, height].join(',')}`];
}

function cut({ width, pixels }: RawFrame, box: Box): RawFrame {
  if (box.x === 0 && box.y === 0 && box.width === width && box.height * width === pixels.length)
    return { width: box.width, height: box.height, pixels };
  const part = new Uint32Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y + row) * width + box.x;
    part.set(pixels.subarray(from, from + box.width), row * box.width);
  }
  return { width: box.width, height: box.height, pixels: part };
}
