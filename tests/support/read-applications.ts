/** What is read of real applications, held against what they tell of themselves. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Box, Desktop, UiElement } from '../../src/ports/desktop.ts';
import type { Reader, ReadWord } from '../../src/ports/reader.ts';
import { chromiumWindow } from './chromium-window.ts';
import { startTestHands } from './hands.ts';
import { until } from './until.ts';

export interface ReadApplication {
  readonly name: string;
  /** The number of words that the application says it shows. */
  readonly words: number;
  /** Those of the words that were read at the right place. */
  readonly right: number;
  readonly wrong: readonly string[];
}

const SIZE = { width: 1280, height: 800 };
const NEVER_LATE_MS = 120_000;
const PATIENCE = 10;
/** Roles whose names are shown; those of a toolbar's buttons are not. */
const SHOWING = new Set(['menu', 'menu item', 'text', 'cell', 'link', 'heading', 'column header', 'text area', 'tab']);
const signal = (): AbortSignal => AbortSignal.timeout(NEVER_LATE_MS);

const LETTER = [
  // The caret stands in the first line.
  '',
  'Dear Ms Fischer,',
  'thank you for your order of 24 August. We have packed',
  '36 lamps in 4 boxes and sent them to Hamburg,',
  'Lange Reihe 112, on Monday at 07:45.',
  'The sum of 1,284.50 euros is due within 14 days.',
  'Please tell us if anything is broken, and keep the wrapping.',
  'With kind regards',
  'Peter Lorenz, Dispatch',
].join('\n');
const FILES = ['Alpha report.txt', 'Budget 2026.csv', 'Invoice 4711.pdf', 'notes.md', 'summer photos.zip', 'todo.txt'];
const PAGE = `<!doctype html><title>Shop</title><body style="font:15px sans-serif;background:#fff;color:#111">
<h2>Lamps and shades</h2>${['Desk lamp 39.90', 'Floor lamp 129.00', 'Paper shade 12.50', 'Spare bulb 4.20']
  .map((item) => `<p>${item} <a href="#">Details of this item</a></p>`)
  .join('')}
<p>Delivery within 3 to 5 days</p><table border="1" cellpadding="6"><tr><th>Month</th><th>Sold</th></tr>
${['January 118', 'February 97', 'March 142']
  .map(
    (row) =>
      `<tr>${row
        .split(' ')
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  )
  .join('')}</table>`;

/** Reads an editor with a letter, a file manager with a list, and a page with links and a table. */
export async function readApplications(folder: string, reader: Reader): Promise<readonly ReadApplication[]> {
  const hands = await startTestHands(SIZE, true);
  const { display } = hands;
  const letter = join(folder, 'letter.txt');
  writeFileSync(letter, LETTER);
  const files = join(folder, 'files');
  mkdirSync(files);
  for (const file of FILES) writeFileSync(join(files, file), file);
  const page = join(folder, 'page.html');
  writeFileSync(page, PAGE);
  const [browser, flags] = chromiumWindow(pathToFileURL(page).href, join(folder, 'profile'), SIZE.width, SIZE.height);
  const windows: readonly (readonly [name: string, program: string, args: readonly string[], keys: string])[] = [
    ['editor', '/usr/bin/mousepad', ['--disable-server', letter], ''],
    ['page', browser, ['--force-renderer-accessibility', ...flags], ''],
    ['files', '/usr/bin/thunar', [files], 'ctrl+2'],
  ];
  const results: ReadApplication[] = [];
  try {
    for (const [name, program, args, keys] of windows) {
      const opened = display.open(program, args);
      try {
        await until(async () => (await hands.desktop.front(signal())).app !== '', `${name} to come up`);
        await settle(hands.desktop);
        if (keys !== '') {
          spawnSync('/usr/bin/xdotool', ['key', keys], { env: display.env });
          await settle(hands.desktop);
        }
        results.push({ name, ...(await compare(hands.desktop, reader)) });
      } finally {
        await opened.end();
        await until(async () => (await hands.desktop.front(signal())).app === '', `${name} to be gone`);
      }
    }
  } finally {
    await hands.close();
  }
  return results;
}

async function compare(desktop: Desktop, reader: Reader): Promise<Omit<ReadApplication, 'name'>> {
  const [display] = (await desktop.describe(signal())).displays;
  if (display === undefined) throw new Error('no display');
  const { elements } = await desktop.elements({ app: null, display, patience: PATIENCE }, signal());
  const { luma } = await desktop.capture({ display: 1, ...SIZE, isReadable: true }, signal());
  if (luma === undefined) throw new Error('no picture to be read');
  const { lines, unread } = await reader.read({ picture: luma, withinMs: NEVER_LATE_MS }, signal());
  if (unread.length > 0) throw new Error('not read in time');
  const read = lines.flatMap(({ words }) => words);
  const told = elements.filter(({ role }) => SHOWING.has(role)).flatMap((element) => wordsOf(element, read));
  const wrong = told.filter(({ text, box }) => !read.some((word) => word.text === text && isIn(word.box, box)));
  return { words: told.length, right: told.length - wrong.length, wrong: wrong.map(({ text }) => text) };
}

/** The words of an element; none for a name that was cut off for lack of space. */
function wordsOf({ name, value, role, box }: UiElement, read: readonly ReadWord[]) {
  if (read.some((word) => isIn(word.box, box) && /…$|\.\.\.$/.test(word.text))) return [];
  const text = role === 'text area' ? value : name;
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, box }));
}

/** Whether a box lies in another's height; across, an application may report less than it draws. */
function isIn(inner: Box, outer: Box): boolean {
  const y = inner.y + inner.height / 2;
  return (
    y >= outer.y && y <= outer.y + outer.height && inner.x < outer.x + outer.width && outer.x < inner.x + inner.width
  );
}

const STEADY = 5;

/** Waits until some pictures in a row are the same, and the window lists more than a frame. */
async function settle(desktop: Desktop): Promise<void> {
  const [display] = (await desktop.describe(signal())).displays;
  if (display === undefined) throw new Error('no display');
  let [last, same] = ['', 0];
  await until(async () => {
    const now = JSON.stringify((await desktop.fingerprint(1, signal())).tiles);
    same = now === last ? same + 1 : 0;
    last = now;
    if (same < STEADY) return false;
    const { elements } = await desktop.elements({ app: null, display, patience: PATIENCE }, signal());
    return elements.length > STEADY;
  }, 'the window to be drawn');
}
