/** A Chromium window without frame or bars on a test's own display. */
import { existsSync } from 'node:fs';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Program and arguments for `TestDisplay.open`: one page over the whole display, at one pixel a pixel. */
export function chromiumWindow(url: string, profile: string, width: number, height: number): [string, string[]] {
  const program = PATHS.find((path) => existsSync(path));
  if (program === undefined) throw new Error(`no Chromium: ${PATHS.join(', ')}`);
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
  ];
  return [
    program,
    [
      ...quiet,
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
