/** A Mac's desktop in this process, over the stand-in for its frameworks. */
import assert from 'node:assert/strict';
import { openMacDesktop } from '../../../../adapters/desktop/macos/desktop.ts';
import { decodeFrame } from '../../../../adapters/pictures/decode-frame.ts';
import { createFrameEncoder } from '../../../../adapters/pictures/encode-frame.ts';
import { OWN_FILES } from '../../../../src/bin/own-files.ts';
import type { Desktop, Display } from '../../../../src/ports/desktop.ts';
import { furnish, type Mac, openMac } from '../../../support/mac/mac.ts';

export const never = new AbortController().signal;

export interface MacBench {
  readonly mac: Mac;
  readonly desktop: Desktop;
  /** The displays now, the main one first. */
  displays(): Promise<readonly [Display, Display]>;
  close(): Promise<void>;
}

let shared: Mac | null = null;

/** The Mac as `furnish` leaves it; `before`: what happened on it before Deskhand came. */
export async function startMac(before: (mac: Mac) => void = () => undefined): Promise<MacBench> {
  shared ??= openMac();
  const mac = shared;
  furnish(mac);
  before(mac);
  const { desktop } = await openMacDesktop({
    encode: createFrameEncoder(),
    decode: decodeFrame,
    privateApps: ['My Bank'],
    accessibilityChild: OWN_FILES.accessibilityChild,
    standIn: mac.standIn,
  });
  return {
    mac,
    desktop,
    displays: async () => {
      const [main, second] = (await desktop.describe(never)).displays;
      assert.ok(main !== undefined && second !== undefined);
      return [main, second];
    },
    close: () => desktop.close(),
  };
}
