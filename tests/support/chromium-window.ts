/** A Chromium window without frame or bars on a test's own display. */
import { existsSync } from 'node:fs';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Program and arguments for `TestDisplay.open`: one page over the whole display, at one pixel a pixel. */
export function chromiumWindow(url: string, profile: string, width: number, height: number): [string, string[]] {
  const program = PATHS.find((path) => existsSync(path));
  if (program === undefined) throw new Error(`no Chromium: ${PATHS.join(', ')}`);
  return [
    program,
    [
      ...CHROMIUM_FLAGS,
      '--disable-dev-shm-usage',
      `--app=${url}`,
      `--user-data-dir=${profile}`,
      '--window-position=0,0',
      `--window-size=${width},${height}`,
      '--force-device-scale-factor=1',
      '--start-fullscreen',
      '--kiosk',
    ],
  ];
}
