/** The page in the language of its reader: every label, hint, number and time, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES_FOLDER } from '../../../../src/bin/own-files.ts';
import { offerLanguages } from '../../../../src/bin/terminal/offer-languages.ts';
import { listCommands } from '../../../../src/commands/parse-command.ts';
import type { RunHistory, RunSummary, Timeline } from '../../../../src/journal/history/run-history.ts';
import type { PersonSettings } from '../../../../src/ports/person-settings.ts';
import { GERMAN_PAGE } from '../../../../src/words/german/page.ts';
import { noChromium } from '../../../support/chromium.ts';
import { repeats, WITH_REPEATS } from '../../../support/repeats.ts';
import { DESK, drawPicture, PHONE, post, statusOf, usePages, waitForState } from './browser-bench.ts';
import { LOOKS_CONTEXT, labelMessage } from './looks.ts';
import { NO_HISTORY } from './web-bench.ts';

const RUN: RunSummary = {
  runId: '000012',
  goal: 'räum auf',
  startedAt: '2026-11-20T10:00:00.000Z',
  ms: 65_000,
  outcome: 'verified',
  score: 92,
  steps: 2,
  costUsd: 0.034,
};
const TIMELINE: Timeline = {
  run: RUN,
  again: RUN.goal,
  entries: [
    {
      at: RUN.startedAt,
      kind: 'step',
      title: 'Tippe',
      detail: '',
      risk: 'high',
      riskName: 'hohes Risiko',
      reason: '',
      decision: '',
      frame: '0001.jpg',
    },
  ],
};
const history: RunHistory = {
  ...NO_HISTORY,
  list: async () => [RUN],
  read: async () => TIMELINE,
  frame: async () => await drawPicture(1),
  remove: async () => 'at work',
};
const commands = (language: string) =>
  listCommands(language).map(({ word, rest, text }) => ({ name: word, parameters: rest, help: text }));

/** Sentences that are the same in both languages prove nothing. */
const ENGLISH = Object.entries(GERMAN_PAGE)
  .filter(([english, german]) => english !== german)
  .map(([english]) => english.replace(/\{\d+\}.*$/, '').trim())
  .filter((sentence) => sentence.length > 3);

/** English sentences of the page that are shown, or told to a screen reader, now. */
async function findEnglish(page: Page): Promise<readonly string[]> {
  const said: readonly string[] = await page.evaluate(`
    [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
      ...['aria-label', 'placeholder', 'alt', 'title'].map((name) => element.getAttribute(name) ?? ''),
    ]).map((text) => text.trim()).filter((text) => text !== '')`);
  return said.filter((text) => ENGLISH.some((sentence) => text === sentence || text.startsWith(`${sentence} `)));
}

offerLanguages(LANGUAGES_FOLDER);

/** Lines that wrap: the header's and the message box's. */
async function findWrapped(page: Page): Promise<readonly string[]> {
  const heights = await page.evaluate<readonly number[]>(
    "['header', '#text'].map((one) => document.querySelector(one).getBoundingClientRect().height)",
  );
  const [header = 0, box = 0] = heights;
  return [...(header > 53 ? [`header ${header}`] : []), ...(box > 48 ? [`message box ${box}`] : [])];
}

describe('The page in the language of its reader', { skip: noChromium }, () => {
  const pages = usePages();

  describe('On the narrowest screen', () => {
    for (const locale of ['de-DE', ...repeats('es-ES', 'en-GB')])
      it(`header and message box take one line each in ${locale}, connected and not`, async () => {
        const options = { ...PHONE, viewport: { width: 320, height: 568 }, ...LOOKS_CONTEXT, locale };
        const { page, bench, audit } = await pages.begin(options, { history, commands, language: 'auto' });
        await labelMessage(page);
        await waitForState(page, 'connected');
        assert.equal(await page.getAttribute('html', 'lang'), locale.slice(0, 2));
        assert.deepEqual(await findWrapped(page), []);
        assert.deepEqual(await audit(), []);
        await bench.chat.stop();
        await waitForState(page, 'lost');
        assert.deepEqual(await findWrapped(page), []);
        assert.deepEqual(await audit(), []);
      });
  });

  describe('In German', () => {
    const begin = (options: object, locale = 'de-AT', language: 'auto' | 'en' | 'de' = 'auto') =>
      pages.begin({ ...options, locale }, { history, commands, language });

    // Its words are longer: the narrowest screen.
    for (const options of [{ ...PHONE, viewport: { width: 320, height: 568 } }, ...repeats(DESK)]) {
      it(`everything is: labels, hints, commands, runs, on a screen ${options.viewport.width} px wide`, async () => {
        const { page, bench, audit, problems } = await begin(options);
        assert.equal(await page.getAttribute('html', 'lang'), 'de');
        assert.deepEqual(await findEnglish(page), [], 'empty');
        await page.getByRole('textbox', { name: 'Nachricht an Deskhand' }).fill('/');
        await page.getByText('diese Liste').waitFor();
        assert.equal(await page.getByText('this list').count(), 0);
        await page.getByRole('textbox').fill('x'.repeat(20_012));
        await page.getByText('12 Zeichen zu viel').waitFor();
        await page.getByRole('textbox').fill('x'.repeat(18_999 + 1));
        await page.getByText('noch 1.000 Zeichen').waitFor();
        await page.getByRole('textbox').fill('räum auf');
        await page
          .locator('#file-input')
          .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_234_567) });
        await page.getByText('1,2 MB').waitFor();
        await page.getByRole('button', { name: 'Senden' }).click();
        await page.locator('.own .state:empty').waitFor({ state: 'attached' });
        await post(bench, statusOf(1, await drawPicture(1)));
        await page.getByText('step 1 of 35').waitFor();
        assert.deepEqual(await findEnglish(page), [], 'talking');
        await page.getByRole('button', { name: 'Einstellungen' }).click();
        await page.getByRole('button', { name: /^Abmelden: Dieser Browser/ }).waitFor();
        assert.deepEqual(await findEnglish(page), [], 'settings');
        assert.deepEqual(await audit(), [], 'settings');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Läufe' }).click();
        const run = page.getByRole('button', { name: /räum auf/ });
        await run.waitFor();
        assert.equal(
          (await run.locator('.facts .joined > span').allTextContents()).join(' · '),
          `Lauf 12 · erledigt und geprüft · ${new Date(RUN.startedAt).toLocaleString('de-DE', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...(new Date().getFullYear() === 2026 ? {} : { year: 'numeric' }) })} · 2 Schritte · 1 Min. 05 s · 0,034 $`,
        );
        assert.deepEqual(await audit(), [], 'the list');
        await run.click();
        await page.getByText('hohes Risiko').waitFor();
        assert.deepEqual(await findEnglish(page), [], 'a timeline');
        assert.deepEqual(await audit(), [], 'the timeline');
        await page.getByRole('button', { name: 'Löschen …' }).click();
        await page.getByRole('button', { name: 'Löschen', exact: true }).click();
        await page.locator('.sure', { hasText: 'Er arbeitet noch.' }).waitFor();
        assert.deepEqual(await findEnglish(page), [], 'deleting');
        assert.deepEqual(await audit(), [], 'deleting');
        // A refusal is in the console, as every 409 is.
        assert.deepEqual(
          (await problems()).filter((line) => !line.includes('409')),
          [],
        );
      });
    }

    it('is how a limit is written: 1,5', async () => {
      const limits = [{ name: 'runUsd', value: 0.5, most: 1.5 }] as const;
      const settings: PersonSettings = {
        read: () => ({ detail: 'normal', limits, allowed: [] }),
        setDetail: async () => undefined,
        setLimits: async () => 'set',
        revoke: async () => undefined,
      };
      const { page } = await pages.begin({ ...PHONE, locale: 'de-DE' }, { settings, language: 'auto' });
      await page.getByRole('button', { name: 'Einstellungen' }).click();
      await page.getByText('bis 1,5').waitFor();
    });

    it('is what is wrong, too: a used link, a bot that went away', async () => {
      const { page, bench } = await begin(PHONE);
      await bench.chat.stop();
      await page.getByText('Verbindung verloren').waitFor();
      const other = await pages.startChat({ history, commands });
      const { page: outside } = await pages.open(
        other,
        { ...PHONE, locale: 'de' },
        `${other.origin()}/#${'x'.repeat(32)}`,
      );
      await outside.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor();
      assert.deepEqual(await findEnglish(outside), []);
    });

    if (WITH_REPEATS)
      it('is what LANGUAGE says, whatever the browser asks for', async () => {
        const german = await begin(PHONE, 'en-GB', 'de');
        assert.deepEqual(await findEnglish(german.page), []);
        const english = await begin(PHONE, 'de-DE', 'en');
        assert.equal(await english.page.getAttribute('html', 'lang'), 'en');
        await english.page.getByText('What should this computer do?').waitFor();
      });

    if (WITH_REPEATS)
      it('is not for a browser that asks for something else', async () => {
        const { page } = await begin(PHONE, 'fr-FR');
        await waitForState(page, 'connected');
        await page.getByText('What should this computer do?').waitFor();
      });
  });
});
