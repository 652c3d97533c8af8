/** Hands on a private display, with a terminal that writes what it is typed into a file. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { createHands, type Hands } from '../../../adapters/desktop/hands.ts';
import { english } from '../../../src/words/speak.ts';
import { LEAN_WINDOW } from '../../support/chromium-flags.ts';
import { HANDS } from '../../support/programs.ts';
import { until } from '../../support/until.ts';
import { startTestDisplay, type TestDisplay } from '../../support/x11.ts';

const CHROMIUM = '/usr/bin/chromium';
/** For the `skip` option of `node:test`. */
export const noBrowser: string | false = existsSync(CHROMIUM) ? false : `not installed: ${CHROMIUM}`;

export interface HandsBench {
  readonly display: TestDisplay;
  readonly hands: Hands;
  /** Sentences the person was told. */
  readonly told: readonly string[];
  /** Sets the display for the next hands process. */
  useEnv(env: Readonly<Record<string, string | undefined>>): void;
  close(): Promise<void>;
}

/** On a display of its own; `on`: on that one, which stays. */
export async function startHandsBench(
  options: Parameters<typeof startTestDisplay>[0] & { readonly on?: TestDisplay } = {},
): Promise<HandsBench> {
  const display = options.on ?? (await startTestDisplay(options));
  const told: string[] = [];
  let env = display.env;
  const hands = createHands({
    program: HANDS,
    platform: 'x11',
    env: () => env,
    onDown: (why) => told.push(english(why)),
    onUp: () => told.push('up'),
  });
  return {
    display,
    hands,
    told,
    useEnv: (next) => {
      env = next;
    },
    close: async () => {
      await hands.close();
      if (options.on === undefined) await display.stop();
    },
  };
}

const never = new AbortController().signal;
const HEARD_MS = 100;

/** Waits until a window of this class is in front. */
export async function waitForFront(hands: Hands, app: string): Promise<void> {
  let front = '';
  await until(
    async () => {
      front = (await hands.desktop.front(never)).app;
      return front === app;
    },
    () => `${app} to come to the front, where “${front}” is`,
  );
}

export interface Catcher {
  /** What arrived since the last call: once it ends with `wanted`, or after a while. */
  take(wanted: string): Promise<string>;
}

/** An xterm in which `cat` writes every finished line to a file. */
export async function openCatcher({ display, hands }: HandsBench, folder: string): Promise<Catcher> {
  const file = join(folder, 'caught.txt');
  display.open('xterm', ['-geometry', '100x30+150+100', '-xrm', 'XTerm*cursorBlink: false', '-e', `cat > '${file}'`]);
  await waitForFront(hands, 'XTerm');
  await until(
    () =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    'cat to open its file',
  );
  let taken = 0;
  return {
    take: async (wanted) => {
      let text = '';
      const isThere = async (): Promise<boolean> => {
        text = (await readFile(file)).subarray(taken).toString();
        return text.endsWith(wanted) || sleep(20, false);
      };
      if (wanted === '') await sleep(150);
      await until(isThere, 'what was typed to arrive').catch(() => undefined);
      taken += Buffer.byteLength(text);
      return text;
    },
  };
}

export interface TestPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** A real Chromium window whose page can be asked what arrived; the page covers the display from about 100 pixels down. */
export async function openPage(
  { display, hands }: HandsBench,
  html: string,
  flags: readonly string[] = [],
): Promise<TestPage> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: false,
    args: [
      ...['--no-sandbox', '--start-maximized', '--no-first-run', '--disable-gpu', '--disable-background-networking'],
      LEAN_WINDOW,
      ...flags,
    ],
    ignoreDefaultArgs: ['--enable-automation'],
    env: definedOnly(display.env),
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const page = await browser.newPage({ viewport: null });
  await page.bringToFront();
  await until(async () => /chrom/i.test((await hands.desktop.front(never)).app), 'Chromium to come to the front');
  await takeKeys(page, hands);
  await page.setContent(html);
  // A window in front may not be drawn yet, and typed text may be lost.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  return { page, close: () => browser.close() };
}

/** A new tab may put the keys into its address field, which also shows and reads back what is typed, so the empty page is clicked first. */
async function takeKeys(page: Page, { desktop }: Hands): Promise<void> {
  const [display] = (await desktop.describe(never)).displays;
  if (display === undefined) throw new Error('no display');
  await page.evaluate(`window.isHeard = false; addEventListener('keydown', () => { isHeard = true })`);
  for (let tries = 0; ; tries += 1) {
    await desktop.key('shift', 1, never);
    await sleep(HEARD_MS);
    if ((await page.evaluate('isHeard')) === true) return;
    if (tries > 50) throw new Error('the page hears no key');
    await desktop.click({ display, x: display.width / 2, y: display.height - 60 }, 'left', 1, never);
  }
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
