/** Headless Chromium for tests: Debian's own, without sandbox (tests run as root), without a word to the outside. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

const PATHS = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export interface TestBrowser {
  readonly browser: Browser;
  /** Ends the browser and removes everything it wrote. */
  close(): Promise<void>;
}

/** Why a browser test cannot run here; false when it can. For the `skip` option of `node:test`. */
export const noChromium: string | false = findChromium() === undefined ? `no Chromium: ${PATHS.join(', ')}` : false;

/** Each call starts a browser of its own, with a profile of its own. */
export async function startChromium(flags: readonly string[] = []): Promise<TestBrowser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`no Chromium: ${PATHS.join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-chromium-'));
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_FLAGS, ...flags],
    // Profile, caches and crash reports all go where they are removed with the rest.
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      TMPDIR: folder,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
    },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    browser,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function findChromium(): string | undefined {
  return PATHS.find((path) => existsSync(path));
}
