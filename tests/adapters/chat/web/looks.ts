/** Screenshots of the page that somebody looked at and approved: which they are, and how they are taken alike on every machine. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { NOW, settlePictures } from './page-states.ts';

/** The one browser whose letters and edges the screenshots show. */
export const LOOKED_AT_WITH = '156.0.8078.108';
export const LOOKS_FOLDER = join(import.meta.dirname, 'looks');

const WIDTHS = [320, 390, 1280] as const;
const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const HEIGHTS = { 320: 568, 390: 844, 1280: 800 } as const;

export interface Look {
  readonly state: string;
  readonly width: (typeof WIDTHS)[number];
  readonly theme: Theme;
}

/** When set, the present look is approved and stored. */
export const IS_APPROVING = process.env.APPROVE_LOOKS === '1';

const look = (state: string, width: Look['width'], theme: Theme): Look => ({ state, width, theme });
export const LOOKS: readonly Look[] = [
  look('commands', 320, 'light'),
  look('running', 390, 'light'),
  look('card', 320, 'light'),
  look('end', 390, 'light'),
  look('runs', 320, 'dark'),
  look('settings', 390, 'dark'),
  look('offline', 390, 'light'),
  // The same parts of the page again, otherwise put together.
  ...(WITH_REPEATS || IS_APPROVING
    ? [
        look('empty', 390, 'light'),
        look('card', 390, 'dark'),
        look('card', 1280, 'light'),
        look('answered', 390, 'dark'),
        look('by hand', 320, 'dark'),
        look('pointing', 390, 'light'),
        look('run', 390, 'light'),
        look('settings refused', 1280, 'light'),
        look('signed out', 320, 'dark'),
      ]
    : []),
];

export const nameOf = ({ state, width, theme }: Look): string => `${state.replaceAll(' ', '-')}-${width}-${theme}.webp`;
export const sizeOf = (width: Look['width']) => ({ width, height: HEIGHTS[width] });

/** For the browser's context: nothing of the machine or the day shows. */
export const LOOKS_CONTEXT: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  // A font of the tests' own is let in; the page's policy is tested elsewhere.
  bypassCSP: true,
};

const FONTS = createRequire(import.meta.url);
const face = (weight: 400 | 700): string => {
  const bytes = readFileSync(FONTS.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`));
  const source = `url(data:font/woff2;base64,${bytes.toString('base64')})`;
  return `@font-face { font-family: Looks; font-weight: ${weight}; src: ${source}; }`;
};
/** Times from the server's clock are hidden, at a width that does not depend on the date. */
const STYLE = `${face(400)} ${face(700)}
  :root, code, kbd, pre, button, input, select, textarea { font-family: Looks !important; }
  .meta time, #settings .rows .facts { visibility: hidden; }
  .meta time { display: inline-block; width: 4ch; white-space: nowrap; }`;

/** All of them. */
export const EVERY_LOOK: readonly Omit<Look, 'state'>[] = WIDTHS.flatMap((width) =>
  THEMES.map((theme) => ({ width, theme })),
);

/** Before the page is opened: `today` is always the same. */
export async function fixDay(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
}

export async function labelMessage(page: Page): Promise<void> {
  await page.addStyleTag({ content: STYLE });
  await page.evaluate('document.fonts.load("16px Looks").then(() => document.fonts.load("bold 16px Looks"))');
}

/** PNG. */
export async function shoot(page: Page): Promise<Uint8Array> {
  // At another width other pictures are in view.
  await settlePictures(page);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}
