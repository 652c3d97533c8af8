/** The page's settings: by HTTP, and by a person in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { PersonSettings, SettingsNow } from '../../../../src/ports/person-settings.ts';
import { createFakeStateStore } from '../../../fakes/state-store.ts';
import { noChromium } from '../../../support/chromium.ts';
import { until } from '../../../support/until.ts';
import { DESK, PHONE, usePages, waitForState } from './browser-bench.ts';
import { openSession, startWebChat } from './web-bench.ts';

const HOUR_MS = 3_600_000;

/** Keeps what is set, as the bot does. */
function keepSettings(): PersonSettings & { readonly done: readonly unknown[] } {
  const done: unknown[] = [];
  let now: SettingsNow = {
    detail: 'normal',
    limits: [
      { name: 'runUsd', value: 0.5, most: 1 },
      { name: 'steps', value: 35, most: 35 },
    ],
    allowed: [
      { id: 'a1', text: 'edit in <b>GIMP</b>, in every run of yours' },
      { id: 'a2', text: 'search on example.org, in every run of yours' },
    ],
  };
  return {
    done,
    read: () => now,
    async setDetail(sender, detail) {
      done.push([sender, detail]);
      now = { ...now, detail };
    },
    async setLimits(wanted, mayRaise) {
      done.push([wanted, mayRaise]);
      if (now.limits.some(({ name, most }) => (wanted[name] ?? 0) > most)) return 'too high';
      if (!mayRaise && now.limits.some(({ name, value }) => (wanted[name] ?? 0) > value)) return 'would raise';
      now = { ...now, limits: now.limits.map((limit) => ({ ...limit, value: wanted[limit.name] ?? limit.value })) };
      return 'set';
    },
    async revoke(sender, id) {
      done.push([sender, id]);
      now = { ...now, allowed: now.allowed.filter((one) => one.id !== id) };
    },
  };
}

describe('The settings of the page, by HTTP', () => {
  it('need a session, take one known change at a time, and a raised limit needs a fresh link', async (t) => {
    const settings = keepSettings();
    const bench = await startWebChat({ settings });
    t.after(() => bench.chat.stop());
    const session = await openSession(bench);
    const post = (body: unknown, headers: Record<string, string> = session) =>
      fetch(`${bench.origin()}/settings`, {
        method: 'POST',
        headers: { ...headers, Origin: bench.origin(), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { Cookie = '' } = session;
    assert.equal((await post({ detail: 'quiet' }, {})).status, 401);
    assert.equal((await post({ detail: 'quiet' }, { Cookie })).status, 401, 'the cookie alone');
    assert.equal((await fetch(`${bench.origin()}/settings`, { headers: { Cookie } })).status, 401);
    for (const wrong of [
      {},
      { detail: 'loud' },
      { detail: 'quiet', revoke: 'a1' },
      { limits: { steps: 0 } },
      { limits: { steps: 1.5 } },
      { limits: { runUsd: -1 } },
      { limits: { other: 1 } },
      { language: 'xx' },
      { revoke: '' },
      'quiet',
    ])
      assert.equal((await post(wrong)).status, 400, JSON.stringify(wrong));
    assert.deepEqual(settings.done, []);
    const shown = z.object({ mayRaise: z.boolean() });
    assert.equal(shown.parse(await (await post({ limits: { runUsd: 0.75 } })).json()).mayRaise, true);
    assert.equal((await post({ limits: { steps: 36 } })).status, 400, 'above this computer’s');
    bench.clock.skip(13 * HOUR_MS);
    assert.equal((await post({ limits: { runUsd: 0.8 } })).status, 403);
    assert.equal((await post({ limits: { runUsd: 0.25 } })).status, 200, 'lower is always right');
    assert.equal((await post({ revoke: 'a1' })).status, 200);
    assert.equal((await post({ detail: 'quiet' })).status, 200);
    assert.deepEqual(settings.done.at(-1), ['web:owner', 'quiet']);
  });

  it('tell and keep no language where the computer names one', async (t) => {
    const bench = await startWebChat({ language: 'de' });
    t.after(() => bench.chat.stop());
    const headers = { ...(await openSession(bench)), Origin: bench.origin(), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ language: 'en' });
    assert.equal((await fetch(`${bench.origin()}/settings`, { method: 'POST', headers, body })).status, 400);
    const page = await (await fetch(bench.origin())).text();
    assert.match(page, /<html lang="de">/);
  });
});

describe('The settings of the page, for a person', { skip: noChromium }, () => {
  const pages = usePages();

  it('are changed in place, by finger and keyboard, and say what is', async () => {
    const settings = keepSettings();
    const { page, audit, problems } = await pages.begin(PHONE, { settings });
    const opener = page.getByRole('button', { name: 'Settings' });
    await opener.click();
    const quiet = page.getByRole('radio', { name: 'Only questions and results' });
    await quiet.waitFor();
    assert.equal(await page.getByRole('radio', { name: 'A live message as well' }).isChecked(), true);
    assert.deepEqual(await audit(), []);
    await quiet.press('Space');
    await page.locator('#answers').getByText('Saved.').waitFor({ state: 'attached' });
    assert.deepEqual(settings.done, [['web:owner', 'quiet']]);

    const cost = page.getByRole('spinbutton', { name: /Cost of a run/ });
    await cost.fill('5');
    await page.getByRole('button', { name: 'Save limits' }).click();
    assert.equal(
      await page.evaluate('document.querySelector("[name=runUsd]").validity.rangeOverflow'),
      true,
      'the browser holds it back',
    );
    await cost.fill('0.8');
    await cost.press('Enter');
    await until(() => page.evaluate<boolean>('document.activeElement.type === "submit"'));
    assert.deepEqual(settings.done.at(-1), [{ runUsd: 0.8 }, true]);
    assert.equal(await page.getByRole('spinbutton', { name: /Cost of a run/ }).inputValue(), '0.8');

    await page.getByText('edit in <b>GIMP</b>').waitFor();
    await page.getByRole('button', { name: 'Revoke: edit in' }).click();
    await page.getByText('edit in <b>GIMP</b>').waitFor({ state: 'detached' });
    assert.match(String(await page.evaluate('document.activeElement.ariaLabel')), /^Revoke: search/, 'focus goes on');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is always allowed.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H3');
    assert.deepEqual(await audit(), []);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate('document.activeElement.id'), 'settings-open');
    assert.deepEqual(await problems(), []);
  });

  it('let a browser that came in long ago lower a limit, and say what raising takes', async () => {
    const settings = keepSettings();
    const { page, bench, audit } = await pages.begin(DESK, { settings });
    bench.clock.skip(13 * HOUR_MS);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Raising one needs a fresh link.').waitFor();
    assert.deepEqual(await audit(), []);
    const cost = page.getByRole('spinbutton', { name: /Cost of a run/ });
    assert.equal(await cost.getAttribute('max'), '0.5');
    // Another browser has lowered the limit meanwhile, so what was no raise on this page is one now.
    await settings.setLimits({ runUsd: 0.1 }, false);
    await cost.fill('0.4');
    await cost.press('Enter');
    await page.getByRole('alert').getByText('Raising a limit needs a fresh link.').waitFor();
    await cost.fill('0.05');
    await cost.press('Enter');
    await until(() => page.evaluate<boolean>('document.activeElement.type === "submit"'));
    assert.equal(settings.read('').limits[0]?.value, 0.05);
  });

  it('put the whole page into another language, which stays through a restart and is what answers come in', async () => {
    const state = createFakeStateStore();
    const narrow = { ...PHONE, viewport: { width: 320, height: 568 } };
    const { page, bench, audit } = await pages.begin(narrow, { settings: keepSettings(), state });
    await page.getByRole('textbox').fill('ha');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    await waitForState(page, 'connected');
    // Unsaved input is still there, and stored nowhere else.
    assert.equal(await page.getByRole('textbox').inputValue(), 'ha');
    assert.equal(await page.evaluate('sessionStorage.length'), 0);
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByRole('combobox', { name: 'Sprache' }).waitFor();
    assert.deepEqual(await audit(), []);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox').fill('hallo');
    await page.getByRole('textbox').press('Enter');
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    assert.equal(bench.received.at(-1)?.sender.language, 'de');
    const later = await pages.startChat({ state });
    assert.match(await (await fetch(later.origin(), { headers: { 'Accept-Language': 'en' } })).text(), /lang="de"/);
  });

  it('that cannot be had or kept say so', async () => {
    const settings: PersonSettings = {
      ...keepSettings(),
      setDetail: () => Promise.reject(new Error('the disk is full')),
    };
    const { page } = await pages.begin(PHONE, { settings });
    await page.route('**/settings', (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Deskhand does not answer.').waitFor();
    await page.unroute('**/settings');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Only questions and results' }).press('Space');
    await page.getByRole('alert').getByText('Deskhand does not answer.').first().waitFor();
    await page.getByRole('radio', { name: 'A live message as well', checked: true }).waitFor();
  });
});
