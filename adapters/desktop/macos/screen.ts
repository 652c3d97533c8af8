/**
 * The screen of a Mac: libnut's capture where the system still has the call behind it (it went with macOS 26), else
 * `screencapture -x -t jpg`. From screencapture(1) and libnut's source; not run here.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Box, Display } from '../../../src/ports/desktop.ts';
import type { Libnut } from '../libnut.ts';
import { type RawFrame, toRawFrame } from '../raw-frame.ts';
import type { Run } from './run.ts';

/** Turns a JPEG into raw pixels; adapters/pictures has it. */
export type DecodeFrame = (jpeg: Uint8Array) => Promise<RawFrame>;

export interface MacScreen {
  /** The display, or the part of it in its pixels. */
  grab(display: Display, crop: Box | null, signal: AbortSignal): Promise<RawFrame>;
}

export function createMacScreen(parts: {
  readonly libnut: Libnut;
  readonly run: Run;
  readonly decode: DecodeFrame;
}): MacScreen {
  const { libnut, run, decode } = parts;
  let isLibnutUsable = true;

  /** libnut sees only the main display, and a part of it in points. */
  const grabByLibnut = (display: Display, crop: Box | null): RawFrame | null => {
    if (!isLibnutUsable || display.index !== 1) return null;
    const { density } = display;
    try {
      const shot =
        crop === null
          ? libnut.screen.capture()
          : libnut.screen.capture(crop.x / density, crop.y / density, crop.width / density, crop.height / density);
      return toRawFrame(shot.image, shot.width, shot.height, shot.byteWidth);
    } catch {
      // "Failed to capture screen": the call is gone, and it will not come back while we live.
      isLibnutUsable = false;
      return null;
    }
  };

  const grabByProgram = async (display: Display, crop: Box | null, signal: AbortSignal): Promise<RawFrame> => {
    // The program writes only to files; ours is in the user's own temporary folder and gone at once.
    const file = join(tmpdir(), `deskhand-${randomUUID()}.jpg`);
    try {
      await run(captureCommand(display, crop, file), '', signal);
      return await decode(await readFile(file));
    } finally {
      await rm(file, { force: true });
    }
  };

  return {
    grab: async (display, crop, signal) => grabByLibnut(display, crop) ?? grabByProgram(display, crop, signal),
  };
}

/** -x: no sound; -D: display by number, from 1; -R: a part, in points of the whole desktop. */
export function captureCommand(display: Display, crop: Box | null, file: string): readonly [string, ...string[]] {
  const { density } = display;
  if (crop === null) return ['screencapture', '-x', '-t', 'jpg', '-D', String(display.index), file];
  const left = (display.originX + crop.x) / density;
  const top = (display.originY + crop.y) / density;
  const part = [left, top, crop.width / density, crop.height / density].join(',');
  return ['screencapture', '-x', '-t', 'jpg', '-R', part, file];
}
