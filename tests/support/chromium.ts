/** Headless Chromium for pages: Debian's own, without sandbox (tests run as root), without a word to the outside. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

/** The engine without windows, menus and the rest of a browser: it takes less than half of the processor's time. */
const ENGINE = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export interface TestBrowser {
  readonly browser: Browser;
  /** Ends the browser and removes everything it wrote. */
  close(): Promise<void>;
}

/** Why a browser test cannot run here; false when it can. For the `skip` option of `node:test`. */
export const noChromium: string | false = findChromium() === undefined ? `no Chromium: ${WHOLE.join(', ')}` : false;

export interface ChromiumOptions {
  readonly flags?: readonly string[];
  /** All of a browser, as a person has it, for what the engine alone lacks or draws otherwise: fonts, installing a page. */
  readonly isWhole?: boolean;
}

/** Each call starts a browser of its own, with a profile of its own. */
export async function startChromium({ flags = [], isWhole = false }: ChromiumOptions = {}): Promise<TestBrowser> {
  const executablePath = !isWhole && existsSync(ENGINE) ? ENGINE : findChromium();
  if (executablePath === undefined) throw new Error(`no Chromium: ${WHOLE.join(', ')}`);
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

/** A whole one. */
export function findChromium(): string | undefined {
  return WHOLE.find((path) => existsSync(path));
}
