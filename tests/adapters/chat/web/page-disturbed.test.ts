/** What a person and a browser do to the page without asking: tap twice, open it twice, let it sleep, go back, write large; and what others write into it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunHistory } from '../../../../src/journal/history/run-history.ts';
import type { PersonSettings } from '../../../../src/ports/person-settings.ts';
import { noChromium } from '../../../support/chromium.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { until } from '../../../support/until.ts';
import { button, cardOf, drawPicture, edit, PHONE, post, usePages, waitForState } from './browser-bench.ts';
import { putUp, STATES_CHAT } from './page-states.ts';
import { NO_HISTORY } from './web-bench.ts';

const NARROW = { viewport: { width: 320, height: 568 }, hasTouch: true } as const;
const ANSWERED = { ...cardOf(), buttons: [[button('Approve', 'good', null)]] };
const EVIL = `<img src=x onerror="hacked=1"><script>hacked=1</script>"'>\u202Egpj.exe \u2066{0} \${x} [a](javascript:hacked=1)`;

describe('The page, disturbed', { skip: noChromium }, () => {
  const pages = usePages();

  if (WITH_REPEATS)
    it('a double tap on Approve is one yes', async () => {
      const { page, bench } = await pages.begin();
      await post(bench, cardOf());
      await page.getByRole('button', { name: 'Approve' }).dblclick();
      await until(() => bench.received[0]);
      await post(bench, { text: ['later'] });
      await page.getByText('later').waitFor();
      assert.equal(bench.received.length, 1);
    });

  it('a card that was answered in another tab is answered here', async () => {
    const { page, bench } = await pages.begin();
    const tab = await page.context().newPage();
    await tab.goto(bench.origin());
    const card = await post(bench, cardOf());
    await tab.getByRole('button', { name: 'Approve' }).click();
    await edit(bench, card, ANSWERED);
    await page.locator('button:disabled', { hasText: 'Approve' }).waitFor();
    assert.equal(await page.title(), 'Deskhand');
    assert.equal(await page.locator('#alerts').textContent(), '');
  });

  it('a tab that was frozen shows what is, not what was', async () => {
    const { page, bench } = await pages.begin();
    const card = await post(bench, cardOf());
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
    await edit(bench, card, { ...ANSWERED, text: ['Too late.'] });
    await browser.send('Page.setWebLifecycleState', { state: 'active' });
    await page.locator('article').getByText('Too late.').waitFor();
    await waitForState(page, 'connected');
  });

  it('back to it is anew, with what came meanwhile', async () => {
    const { page, bench } = await pages.begin();
    await post(bench, { text: ['one'] });
    await page.getByText('one').waitFor();
    await page.goto('about:blank');
    await post(bench, { text: ['two'] });
    await page.goBack();
    await page.getByText('two').waitFor();
    await waitForState(page, 'connected');
  });

  it('at twice the size of letters nothing sticks out', async () => {
    const { page, bench, audit } = await pages.begin({ ...PHONE, bypassCSP: true }, STATES_CHAT);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    for (const state of ['runs', 'run', 'settings', 'offline']) {
      await putUp(state, page, bench);
      assert.deepEqual(await audit('colors'), [], state);
      await page.keyboard.press('Escape');
    }
  });

  it('words without end, without a blank or of signs alone stay within a narrow screen', async () => {
    const { page, bench, problems } = await pages.begin(NARROW);
    const texts = [
      'x'.repeat(100_000),
      '👩‍👩‍👧‍👦'.repeat(2000),
      `${'\u202E'.repeat(5000)}abc`,
      'a\u0301'.repeat(10_000),
      '\n'.repeat(3000),
    ];
    for (const text of texts)
      await post(bench, { text: [text, { bold: text.slice(0, 3000) }, { block: text.slice(0, 3000) }] });
    await post(bench, { ...cardOf(), text: ['q'.repeat(3000)] });
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    assert.equal(
      await page.evaluate(`document.querySelector('#log').scrollWidth <= document.querySelector('#log').clientWidth`),
      true,
    );
    assert.deepEqual(await problems(), []);
  });

  it('what others wrote is text in runs, settings and commands, too, and turns nobody else’s words around', async () => {
    const run = {
      runId: '000012',
      goal: EVIL,
      startedAt: '2026-11-20T10:00:00Z',
      ms: 1,
      outcome: 'verified',
      score: 1,
      steps: 1,
      costUsd: 0,
    } as const;
    const entry = {
      at: run.startedAt,
      kind: 'step',
      title: EVIL,
      detail: EVIL,
      risk: 'high',
      riskName: 'high risk',
      reason: EVIL,
      decision: EVIL,
      frame: '1.jpg',
    } as const;
    const jpeg = await drawPicture(1);
    const history: RunHistory = {
      ...NO_HISTORY,
      list: async () => [run],
      read: async () => ({ run, again: EVIL, entries: [entry, { ...entry, kind: 'end' }] }),
      frame: async () => jpeg,
    };
    const settings: PersonSettings = {
      read: () => ({ detail: 'normal', limits: [], allowed: [{ id: 'a', text: EVIL }] }),
      setDetail: async () => undefined,
      setLimits: async () => 'set',
      revoke: async () => undefined,
    };
    const commands = () => [{ name: EVIL, parameters: EVIL, help: EVIL }];
    const { page, problems } = await pages.begin(NARROW, { history, settings, commands });
    await page.getByRole('textbox').fill('/');
    await page.getByRole('textbox').fill('');
    await page.getByRole('button', { name: 'Runs' }).click();
    await page.locator('.run').click();
    const title = page.locator('.timeline .what > span').first();
    assert.equal(await title.textContent(), EVIL);
    const risk = page.locator('.timeline .risk').first();
    assert.equal(
      await risk.evaluate((element: object) => getComputedStyle(element).getPropertyValue('unicode-bidi')),
      'isolate',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    assert.equal(await page.locator('.rows li p').first().textContent(), EVIL);
    assert.equal(await page.evaluate('"hacked" in globalThis'), false);
    assert.deepEqual(await problems(), []);
  });
});

/** In the browser. */
declare const getComputedStyle: (element: object) => { getPropertyValue(name: string): string };
