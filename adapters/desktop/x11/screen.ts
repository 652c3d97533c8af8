/** The screen of an X display: its size from the server, its pixels through libnut. One display; its index is 1. */
import {
  type CaptureRequest,
  DesktopLost,
  type Display,
  type Fingerprint,
  type Frame,
} from '../../../src/ports/desktop.ts';
import { type EncodeFrame, toFrame } from '../frame.ts';
import type { Libnut } from '../libnut.ts';
import { fingerprintOf, type RawFrame, toRawFrame } from '../raw-frame.ts';
import { findDisplay, readCrop } from '../targets.ts';
import type { CoverFinder } from './find-cover.ts';
import type { XProperties } from './properties.ts';

export interface XScreen {
  display(): Promise<Display>;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Frame>;
  fingerprint(display: number): Promise<Fingerprint>;
}

/** `checkAlive` throws when the display has gone: libnut would end the process on it. */
export function createScreen(
  libnut: Libnut,
  properties: XProperties,
  encode: EncodeFrame,
  covers: CoverFinder,
  checkAlive: () => void,
): XScreen {
  const display = async (): Promise<Display> => {
    const size = await properties.rootSize();
    if (size.width === 0) throw new DesktopLost('the display has no screen');
    return { index: 1, ...size, originX: 0, originY: 0, density: 1 };
  };
  return {
    display,
    capture: async (request, signal) => {
      const shown = findDisplay(request.display, [await display()]);
      const crop = readCrop(request, shown);
      const grab = (): { readonly raw: RawFrame; readonly takenAt: number } => {
        checkAlive();
        const takenAt = Date.now();
        const shot =
          crop === null ? libnut.screen.capture() : libnut.screen.capture(crop.x, crop.y, crop.width, crop.height);
        return { raw: toRawFrame(shot.image, shot.width, shot.height, shot.byteWidth), takenAt };
      };
      const { grabbed, cover } = await covers.around(shown, grab, signal);
      return toFrame(grabbed.raw, { display: shown, crop, takenAt: grabbed.takenAt }, request, encode, cover);
    },
    fingerprint: async (index) => {
      findDisplay(index, [await display()]);
      checkAlive();
      const shot = libnut.screen.capture();
      return fingerprintOf(toRawFrame(shot.image, shot.width, shot.height, shot.byteWidth));
    },
  };
}
