/** Every view and state of the page, each put up on a page of its own: to be audited, and some of them to be looked at. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { RunHistory, RunSummary, TimelineEntry } from '../../../../src/journal/history/run-history.ts';
import type { OutboundMessage } from '../../../../src/ports/chat.ts';
import type { PersonSettings } from '../../../../src/ports/person-settings.ts';
import { until } from '../../../support/until.ts';
import { button, edit, post, statusOf, waitForState } from './browser-bench.ts';
import { NO_HISTORY, type WebBench, type WebBenchOptions } from './web-bench.ts';

/** The present time for the page in screenshots. */
export const NOW = '2026-11-25T12:00:00Z';

type State = (page: Page, bench: WebBench) => Promise<void>;

/** A window with lines and a green button; no words, which would need a font. */
async function drawScreen(width = 1280, height = 800, isRinged = false): Promise<Uint8Array> {
  const lines = Array.from(
    { length: 9 },
    (_, at) => `<rect x="220" y="${190 + at * 44}" width="${700 - ((at * 67) % 300)}" height="16" fill="#bbb"/>`,
  );
  const ring = '<circle cx="940" cy="622" r="52" fill="none" stroke="#e61e28" stroke-width="6"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#2b5876"/>
    <rect x="180" y="110" width="900" height="560" rx="8" fill="#fff"/>${lines.join('')}
    <rect x="860" y="600" width="160" height="46" rx="6" fill="#2b7"/>${isRinged ? ring : ''}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).resize(width, height, { fit: 'cover' }).jpeg().toBuffer());
}

const RUN: RunSummary = {
  runId: '000012',
  goal: 'tidy up ~/notes and send the report to Ann',
  startedAt: '2026-11-25T10:00:00.000Z',
  ms: 65_000,
  outcome: 'verified',
  score: 92,
  steps: 7,
  costUsd: 0.034,
};
const LONG = 'write a file with all the things that I told you about yesterday evening: the house, the garden, the car';
const RUNS: readonly RunSummary[] = [
  { ...RUN, runId: '000014', goal: 'open the calendar', outcome: null, costUsd: 0, steps: 2 },
  RUN,
  { ...RUN, runId: '000011', goal: `${LONG}, ${LONG}`, outcome: 'failed', costUsd: null },
  { ...RUN, runId: '000010', goal: 'what is using the network', outcome: 'stopped', startedAt: '2026-11-20T10:00:00Z' },
  { ...RUN, runId: '000009', goal: 'run the demo', outcome: 'interrupted', startedAt: '2025-11-20T10:00:00Z' },
];
const NOTE: TimelineEntry = {
  at: RUN.startedAt,
  kind: 'note',
  title: 'You wrote:',
  detail: 'only the old ones',
  risk: null,
  riskName: '',
  reason: '',
  decision: '',
  frame: null,
};
const STEP: TimelineEntry = {
  ...NOTE,
  kind: 'step',
  title: 'Clicking button “Send”',
  detail: 'Done.',
  risk: 'high',
  riskName: 'high risk',
  reason: 'It sends a message to Ann Miller.',
  decision: 'You approved it.',
  frame: '0001.jpg',
};
const ENTRIES: readonly TimelineEntry[] = [
  { ...STEP, title: 'Opening Mail', risk: 'safe', riskName: 'safe', reason: '', decision: '' },
  STEP,
  { ...STEP, title: 'Running “rm ~/notes/old.txt”', risk: 'critical', riskName: 'critical risk', frame: null },
  NOTE,
  { ...NOTE, kind: 'end', title: 'Done and checked', detail: 'The report was sent to Ann.', frame: 'end.jpg' },
];
const history: RunHistory = {
  ...NO_HISTORY,
  list: async (_, words = '') => RUNS.filter(({ goal }) => goal.includes(words)),
  read: async () => ({ run: RUN, again: RUN.goal, entries: ENTRIES }),
  frame: () => drawScreen(),
};
const settings: PersonSettings = {
  read: () => ({
    detail: 'normal',
    limits: [
      { name: 'runUsd', value: 0.5, most: 1 },
      { name: 'dayUsd', value: 10, most: 10 },
      { name: 'minutes', value: 60, most: 60 },
      { name: 'steps', value: 35, most: 35 },
      { name: 'tokens', value: 1_000_000, most: 1_000_000 },
    ],
    allowed: [
      { id: 'a', text: 'edit in GIMP, in every run of yours' },
      { id: 'b', text: 'fill in forms on a-very-long-name-of-a-site.example.org, in runs of the skill “send all”' },
    ],
  }),
  setDetail: async () => undefined,
  setLimits: async () => 'would raise',
  revoke: async () => undefined,
};

/** For the chat below the page. */
export const STATES_CHAT: WebBenchOptions = { history, settings };

const GOAL = 'tidy up ~/notes and send the report to Ann';
const card = async (): Promise<Partial<OutboundMessage>> => ({
  kind: 'question',
  text: [
    { bold: 'May I click “Send” in Mail?' },
    '\nIt sends this message to ',
    { bold: 'ann.miller@example.org' },
    '.\n',
    { quiet: 'high risk · run 12 · expires at 21:30' },
  ],
  picture: await drawScreen(900, 500, true),
  pictureAlt: 'The window of Mail, a ring around Send.',
  buttons: [
    [button('Approve', 'good'), button('Deny', 'danger')],
    [button('Why?'), button('Deny…')],
    [button('Allow for this run'), button('Allow always')],
    [button('Whole screen')],
  ],
});
const COMMAND: Partial<OutboundMessage> = {
  kind: 'question',
  text: [
    { bold: 'May I run this command?' },
    '\n',
    { block: 'rm -r ~/notes/old && tar czf ~/backup.tgz ~/notes' },
    '\nIt deletes notes/old and everything in it.\n',
    { quiet: 'In your home folder' },
  ],
  buttons: [
    [button('Approve', 'good'), button('Deny', 'danger')],
    [button('Why?'), button('Deny…')],
  ],
};
const onScreen = async (): Promise<Partial<OutboundMessage>> => ({
  text: [{ quiet: 'In front: Mail.' }],
  picture: await drawScreen(),
  pictureAlt: 'The screen as it is now.',
  point: 'data-point',
  buttons: [
    ['1', '2', '3', '4', '5', '6'].map((label) => button(label)),
    [button('Enter'), button('Esc'), button('Tab'), button('Undo')],
    ['←', '↑', '↓', '→'].map((label) => button(label)),
    [button('Scroll up'), button('Scroll down')],
    [button('Zoom'), button('New picture')],
  ],
});

async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox');
  await box.fill(text);
  await box.press('Enter');
  await page.locator('.own .state:empty').last().waitFor({ state: 'attached' });
}

/** Pictures that a person sees; a lazy one further down is not loaded yet. */
const IMAGES_IN_VIEW = `[...document.images].filter((image) => {
  const { top, bottom, width } = image.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
})`;

/** Pictures in view are there, and painted with the page: one that is decoded beside it may come a frame later. */
export async function settlePictures(page: Page): Promise<void> {
  await until(() => page.evaluate<boolean>(`${IMAGES_IN_VIEW}.every((image) => image.complete)`));
  await page.evaluate(`Promise.all(${IMAGES_IN_VIEW}.map((image) => {
    image.decoding = 'sync';
    return image.decode().catch(() => 0);
  }))`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function openRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Runs' }).click();
  await page.locator('.run').nth(1).click();
  await page.locator('.timeline').waitFor();
  await until(() =>
    page.evaluate<boolean>(`[...document.querySelectorAll('.both img')].every((image) => image.naturalWidth > 0)`),
  );
}

const STATES: Readonly<Record<string, State>> = {
  empty: async () => undefined,
  commands: (page) => page.getByRole('textbox').fill('/'),
  running: async (page, bench) => {
    await write(page, GOAL);
    await post(bench, { text: ['Queued, 2 ahead of it.'] });
    await post(bench, {
      ...statusOf(2, await drawScreen()),
      text: [{ bold: 'Run 12' }, ' · 14 s\n✓ Opened Mail\nPressing Send'],
    });
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  },
  card: async (page, bench) => {
    await write(page, GOAL);
    await post(bench, await card());
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  },
  answered: async (page, bench) => {
    await write(page, GOAL);
    const posted = await post(bench, COMMAND);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const { text = [], buttons = [] } = COMMAND;
    const dead = buttons.map((row) => row.map((one) => ({ ...one, data: null })));
    await edit(bench, posted, { ...COMMAND, text: [...text, '\n\n', { bold: 'Approved by Owner.' }], buttons: dead });
    await page.getByText('Approved by Owner.').first().waitFor();
  },
  end: async (page, bench) => {
    await write(page, GOAL);
    const file = { name: 'report-of-the-last-quarter-final-version-2.pdf', bytes: Buffer.alloc(210_000) };
    const text = [
      { bold: 'Done and checked' },
      '\nThe report was sent to Ann.\n',
      { quiet: 'Above: before. Below: after.' },
    ];
    const buttons = [[button('Again'), button('Save as skill')], [button('Report')]];
    await post(bench, {
      kind: 'end',
      text,
      file,
      buttons,
      picture: await drawScreen(640, 800),
      pictureAlt: 'Before and after.',
    });
    await page.getByRole('link', { name: /report-of/ }).waitFor();
  },
  'by hand': async (page, bench) => {
    await post(bench, await onScreen());
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  },
  pointing: async (page, bench) => {
    await post(bench, await onScreen());
    const small = page.locator('.picture img');
    await until(() => page.evaluate<boolean>('document.querySelector(".picture img")?.naturalWidth > 0'));
    const { width, height } = (await small.boundingBox()) ?? { width: 0, height: 0 };
    await small.click({ position: { x: width * 0.7, y: height * 0.7 } });
    await page.getByRole('button', { name: 'Click here' }).waitFor();
  },
  runs: async (page) => {
    await page.getByRole('button', { name: 'Runs' }).click();
    await page.locator('.run').first().waitFor();
  },
  'no run': async (page) => {
    await page.getByRole('button', { name: 'Runs' }).click();
    await page.getByRole('searchbox').fill('nothing');
    await page.getByText('No run has these words.').waitFor();
  },
  run: openRun,
  deleting: async (page) => {
    await openRun(page);
    await page.getByRole('button', { name: 'Delete…' }).click();
  },
  settings: async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Save limits' }).waitFor();
  },
  'settings refused': async (page, bench) => {
    bench.clock.skip(13 * 3_600_000);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('Raising a limit needs a fresh link.').waitFor();
  },
  files: async (page) => {
    const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size) });
    await page
      .locator('#file-input')
      .setInputFiles([file('notes.txt', 1), file(`${'a long name '.repeat(4)}.txt`, 1_500_000)]);
  },
  'not sent': async (page) => {
    await page.route('**/messages', (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('textbox').fill('hello');
    await page.getByRole('textbox').press('Enter');
    await page.locator('.own.failed').waitFor();
  },
  offline: async (page, bench) => {
    await post(bench, { text: ['Hello.'] });
    await page.getByText('Hello.').waitFor();
    await bench.chat.stop();
    await waitForState(page, 'lost');
  },
  'signed out': async (page, bench) => {
    await bench.chat.endSession(bench.chat.sessions()[0]?.id ?? '');
    await waitForState(page, 'ended');
  },
};

export const STATE_NAMES: readonly string[] = Object.keys(STATES);

/** Puts it up on a page that is connected. */
export async function putUp(name: string, page: Page, bench: WebBench): Promise<void> {
  await STATES[name]?.(page, bench);
  await settlePictures(page);
}
