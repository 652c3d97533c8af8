/** Earlier runs on the page: the list, a timeline with its pictures, by finger, keyboard and ear; and how fast the page is there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunHistory, RunSummary, Timeline, TimelineEntry } from '../../../../src/journal/history/run-history.ts';
import { noChromium } from '../../../support/chromium.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { until } from '../../../support/until.ts';
import { DESK, drawPicture, PHONE, usePages, waitForState } from './browser-bench.ts';
import { NO_HISTORY, openSession, startWebChat } from './web-bench.ts';

const RUN: RunSummary = {
  runId: '000012',
  goal: 'tidy up ~/notes and <b>send</b> the report',
  startedAt: '2026-11-20T10:00:00.000Z',
  ms: 65_000,
  outcome: 'verified',
  score: 92,
  steps: 2,
  costUsd: 0.034,
};
const RUNS: readonly RunSummary[] = [
  { ...RUN, runId: '000013', goal: 'open the calendar', outcome: null, score: null, costUsd: 0 },
  RUN,
  { ...RUN, runId: '000011', goal: 'x '.repeat(300), outcome: 'failed', score: null, costUsd: null },
];
const STEP: TimelineEntry = {
  at: '2026-11-20T10:00:10.000Z',
  kind: 'step',
  title: 'Running “rm ~/notes/old.txt”',
  detail: 'Done.',
  risk: 'critical',
  riskName: 'critical risk',
  reason: 'it deletes a file',
  decision: 'You approved it.',
  frame: '0001.jpg',
};
const TIMELINE: Timeline = {
  run: RUN,
  again: 'tidy up ~/notes',
  entries: [
    STEP,
    {
      ...STEP,
      title: 'Clicking button “Send”',
      risk: 'safe',
      riskName: 'safe',
      decision: '',
      reason: '',
      frame: 'gone.jpg',
    },
    {
      ...STEP,
      kind: 'note',
      title: 'You wrote:',
      detail: 'only the old ones',
      risk: null,
      riskName: '',
      reason: '',
      decision: '',
      frame: null,
    },
    {
      ...STEP,
      kind: 'end',
      title: '✅ Done and checked',
      detail: 'The file is gone.',
      risk: null,
      riskName: '',
      reason: '',
      decision: '',
      frame: 'end.jpg',
    },
  ],
};

function makeHistory(jpeg: Uint8Array): RunHistory {
  return {
    ...NO_HISTORY,
    list: async (_, words = '') => RUNS.filter(({ goal }) => goal.includes(words)),
    report: async (runId) => (runId === '000012' ? '<!doctype html><script>alert(1)</script>' : null),
    read: async (runId) => (runId === '000012' ? TIMELINE : null),
    frame: async (_, name) => (name === '0001.jpg' ? jpeg : null),
  };
}

describe('Earlier runs', { skip: noChromium }, () => {
  const pages = usePages();

  it('are listed, opened, found by their words, and left again', async () => {
    const history = makeHistory(await drawPicture(1));
    const { page, audit, problems } = await pages.begin(PHONE, { history });
    await page.getByRole('button', { name: 'Runs' }).click();
    const list = page.getByRole('dialog', { name: 'Runs' });
    await list.getByRole('button', { name: /tidy up/ }).waitFor();
    assert.equal(await list.getByRole('listitem').count(), 3);
    assert.deepEqual(await audit(), []);
    await list.getByRole('button', { name: /tidy up/ }).click();
    await page.getByText('You approved it.').waitFor();
    assert.equal(await page.locator('#runs-title').textContent(), 'Run 12');
    assert.deepEqual(
      await page.locator('.timeline .what > span:first-child').allTextContents(),
      TIMELINE.entries.map(({ title }) => title),
    );
    assert.deepEqual(await page.locator('.timeline .risk').allTextContents(), ['critical risk', 'safe']);
    const shot = page.getByRole('button', { name: /The screen before: Running .* Enlarge/ });
    await shot.scrollIntoViewIfNeeded();
    await until(() => page.evaluate<boolean>('document.querySelector(".shot-picture").naturalWidth > 0'));
    assert.deepEqual(await audit(), []);
    await shot.click();
    await page.getByRole('dialog', { name: 'Picture' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All runs' }).click();
    const items = list.getByRole('listitem');
    await items.nth(2).waitFor();
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('calendar');
    await items.nth(1).waitFor({ state: 'detached' });
    assert.match((await items.textContent()) ?? '', /open the calendar/);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No run has these words.').waitFor();
    // Escape would first empty the field.
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Escape');
    assert.equal(await list.isVisible(), false);
    // The picture that is gone is a 404 in the console, as every missing picture is.
    assert.deepEqual(
      (await problems()).filter((line) => !line.includes('404')),
      [],
    );
  });

  it('are reached by the keyboard alone', async () => {
    const { page } = await pages.begin(DESK, { history: makeHistory(await drawPicture(1)) });
    await page.getByRole('button', { name: 'Runs' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /tidy up/ }).waitFor();
    for (let count = 0; count < 5; count += 1) await page.keyboard.press('Tab');
    assert.match(String(await page.evaluate('document.activeElement.textContent')), /tidy up/);
    await page.keyboard.press('Enter');
    await page.getByText('You approved it.').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate('document.activeElement.id'), 'runs-open');
  });

  it('are asked for again, compared, kept as a file, and deleted once that is meant', async () => {
    const removed: string[] = [];
    const jpeg = await drawPicture(1);
    const history: RunHistory = {
      ...makeHistory(jpeg),
      list: async () => RUNS.filter(({ runId }) => !removed.includes(runId)),
      frame: async () => jpeg,
      remove: async (runId) => {
        removed.push(runId);
        return 'removed';
      },
    };
    const { page, bench, audit, problems } = await pages.begin(PHONE, { history });
    const openRun = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Runs' }).click();
      await page.getByRole('button', { name: /tidy up/ }).click();
    };
    await openRun();
    const srcOf = (which: 'first' | 'last') => page.locator('.shot-picture')[which]().getAttribute('src');
    const slider = page.getByRole('slider', { name: 'Before and after' });
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(
      await page
        .locator('.both .after')
        .evaluate((picture: object) => getComputedStyle(picture).getPropertyValue('clip-path')),
      'inset(0px 0px 0px 100%)',
    );
    assert.equal(await page.getByRole('img', { name: 'Before the run' }).getAttribute('src'), await srcOf('first'));
    assert.equal(await page.locator('.both .after').getAttribute('src'), await srcOf('last'));
    assert.deepEqual(await audit(), []);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Report' }).click();
    assert.equal((await download).suggestedFilename(), 'run-12.html');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    assert.deepEqual(removed, []);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    assert.deepEqual(bench.received[0]?.content, { kind: 'text', text: '/run tidy up ~/notes' });
    await openRun();
    await page.getByRole('button', { name: 'Delete…' }).click();
    assert.deepEqual(await audit(), []);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: /tidy up/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /open the calendar/ }).waitFor();
    assert.deepEqual(removed, ['000012']);
    assert.deepEqual(await problems(), []);
  });

  it('without a picture of the end compare nothing: a step shows what was before it', async () => {
    const history: RunHistory = {
      ...makeHistory(await drawPicture(1)),
      read: async () => ({ ...TIMELINE, run: { ...RUN, outcome: 'interrupted' }, entries: [STEP, STEP] }),
    };
    const { page } = await pages.begin(PHONE, { history });
    await page.getByRole('button', { name: 'Runs' }).click();
    await page.getByRole('button', { name: /tidy up/ }).click();
    await page.getByText('Before this step').first().waitFor();
    assert.equal(await page.getByRole('slider').count(), 0);
    assert.equal(await page.getByText('After the run').count(), 0);
  });

  it('that cannot be had say so, with a way to try again', async () => {
    let isBroken = true;
    const history: RunHistory = {
      ...makeHistory(new Uint8Array()),
      list: async () => {
        if (isBroken) throw new Error('the disk is away');
        return RUNS;
      },
    };
    const { page } = await pages.begin(PHONE, { history });
    await page.getByRole('button', { name: 'Runs' }).click();
    await page.getByText('Deskhand does not answer.').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /tidy up/ }).waitFor();
  });

  if (WITH_REPEATS)
    it('the page is there soon', async (t) => {
      const bench = await pages.startChat();
      const startedAt = performance.now();
      const { page, problems } = await pages.open(bench);
      await waitForState(page, 'connected');
      const tookMs = performance.now() - startedAt;
      const loaded = Number(await page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd'));
      t.diagnostic(
        `loaded after ${Math.round(loaded)} ms, connected ${Math.round(tookMs)} ms after the browser was told`,
      );
      assert.ok(loaded > 0 && loaded <= 5000, `${loaded} ms`);
      assert.deepEqual(await problems(), []);
    });
});

it('nobody without a session sees a run, and no picture without its key', async (t) => {
  const jpeg = await drawPicture(1);
  const bench = await startWebChat({ history: makeHistory(jpeg) });
  t.after(() => bench.chat.stop());
  const get = (path: string, headers: Record<string, string> = {}) => fetch(bench.origin() + path, { headers });
  for (const path of ['/runs', '/runs/000012', '/runs/000012/0001.jpg']) {
    assert.equal((await get(path)).status, 401, path);
  }
  const session = await openSession(bench);
  const { Cookie = '' } = session;
  assert.equal((await get('/runs', { Cookie })).status, 401, 'the cookie alone');
  const timeline: unknown = await (await get('/runs/000012', session)).json();
  const picture = /"picture":"([^"]+)"/.exec(JSON.stringify(timeline))?.[1] ?? '';
  assert.equal((await get(picture, { Cookie })).status, 200);
  assert.equal((await get(picture)).status, 401);
  assert.equal((await get('/runs/000012/0001.jpg', { Cookie })).status, 404);
  assert.equal((await get(picture.replace('0001', '0002'), { Cookie })).status, 404);
  const report = /"report":"([^"]+)"/.exec(JSON.stringify(timeline))?.[1] ?? '';
  assert.equal((await get(report)).status, 401);
  assert.equal((await get('/runs/000012/report', { Cookie })).status, 404);
  const document = await get(report, { Cookie });
  assert.equal(document.status, 200);
  assert.equal(document.headers.get('content-disposition'), 'attachment; filename="run-12.html"');
  const remove = (headers: Record<string, string>) =>
    fetch(`${bench.origin()}/runs/000012/remove`, { method: 'POST', headers: { Origin: bench.origin(), ...headers } });
  assert.equal((await remove({ Cookie })).status, 401, 'the cookie alone');
  assert.equal((await remove(session)).status, 404, 'what the history does not know');
  bench.clock.skip(13 * 3_600_000);
  assert.equal((await remove(session)).status, 403, 'its link was opened long ago');
  for (const path of ['/runs/000099', '/runs/..%2f..%2fstate', '/runs/12']) {
    assert.equal((await get(path, session)).status, 404, path);
  }
});

/** In the browser. */
declare const getComputedStyle: (element: object) => { getPropertyValue(name: string): string };
