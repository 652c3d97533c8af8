/** The screen of an X display: its monitors from the server, their pixels through libnut. */
import {
  type Box,
  type CaptureRequest,
  DesktopLost,
  type Display,
  type Fingerprint,
  type Frame,
} from '../../../src/ports/desktop.ts';
import { releasePixels } from '../../../src/ports/release-pixels.ts';
import { say } from '../../../src/words/say.ts';
import { type EncodeFrame, toFrame } from '../frame.ts';
import type { Libnut } from '../libnut.ts';
import { type RawFrame, toRawFrame } from '../raw-frame.ts';
import { findDisplay, readCrop } from '../targets.ts';
import type { CoverFinder } from './find-cover.ts';
import type { PaintWatch } from './paint-watch.ts';
import { createTileReader } from './tile-reader.ts';

export interface XScreen {
  /** At least one; rejects with `DesktopLost` when there is none. */
  displays(): Promise<readonly Display[]>;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
  fingerprint(display: number): Promise<Fingerprint>;
}

/** `checkAlive` throws when the display has gone: libnut would end the process on it. */
export function createScreen(
  libnut: Libnut,
  monitors: () => Promise<readonly Display[]>,
  encode: EncodeFrame,
  covers: CoverFinder,
  paints: PaintWatch,
  checkAlive: () => void,
): XScreen {
  const displays = async (): Promise<readonly Display[]> => {
    const found = await monitors();
    if (found.length === 0) throw new DesktopLost(say`the display has no screen`);
    return found;
  };
  const grab = ({ originX, originY, width, height }: Display, crop: Box | null): RawFrame => {
    checkAlive();
    const part = crop ?? { x: 0, y: 0, width, height };
    const shot = libnut.screen.capture(originX + part.x, originY + part.y, part.width, part.height);
    return toRawFrame(shot.image, shot.width, shot.height, shot.byteWidth);
  };
  const readTiles = createTileReader({
    grab,
    release: ({ pixels }) => releasePixels(pixels),
    paints,
    now: () => performance.now(),
  });
  return {
    displays,
    capture: async (request, signal) => {
      const shown = findDisplay(request.display, await displays());
      const crop = readCrop(request, shown);
      const grabbed: RawFrame[] = [];
      const take = (): { readonly raw: RawFrame; readonly takenAt: number } => {
        const takenAt = Date.now();
        const raw = grab(shown, crop);
        grabbed.push(raw);
        return { raw, takenAt };
      };
      try {
        return await covers.around(
          shown,
          take,
          ({ raw, takenAt }, cover) => toFrame(raw, { display: shown, crop, takenAt }, request, encode, cover),
          signal,
        );
      } finally {
        for (const { pixels } of grabbed) releasePixels(pixels);
      }
    },
    fingerprint: async (index) => readTiles(findDisplay(index, await displays())),
  };
}
