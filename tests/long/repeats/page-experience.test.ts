/** The whole experience of a run on the chat page, in a real browser, on a phone's screen and a desk's: no fault an audit finds, no word of it missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createWebChat } from '../../../adapters/chat/web/web-chat.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { listCommands } from '../../../src/commands/parse-command.ts';
import { DESK, openPage, PHONE, waitForState } from '../../adapters/chat/web/browser-bench.ts';
import { NO_HISTORY } from '../../adapters/chat/web/web-bench.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { noChromium, startChromium } from '../../support/chromium.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ASK = { action: 'ask_user', text: 'Welche Ann?', options: ['Ann Miller', 'Ann Smith'], secret: false };
const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });

for (const [name, screen] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`in German on ${name}: screen, question, queue, pause, hint, approval, end, report, feedback`, {
    skip: noChromium,
  }, async () => {
    const web = createWebChat({
      page: OWN_FILES.page,
      port: 0,
      clock: createSystemClock(),
      log: quiet,
      commands: (language) =>
        listCommands(language).map(({ word, rest, text }) => ({ name: word, parameters: rest, help: text })),
      history: NO_HISTORY,
      state: createFakeStateStore(),
      kept: createFakeStateStore(),
      mask: (text) => text,
      language: 'auto',
    });
    const model = scriptedModel([step(ASK), CLICK, DONE]);
    const risk = (action: { readonly action: string }) => (action.action === 'click' ? 'high' : 'safe');
    const bot = await startTestDeskhand({ model, risk, chatInFront: web, settings: { confirmTimeoutMs: 60_000 } });
    const { browser, close } = await startChromium();
    const bench = { chat: web, origin: () => web.label().slice('web '.length) };
    const opened = await openPage(browser, bench, { ...screen, locale: 'de-DE' });
    const { page } = opened;
    page.setDefaultTimeout(60_000);
    try {
      await waitForState(page, 'connected');
      await write(page, '/screenshot');
      await press(page, 'Zoom');
      await page
        .getByRole('button', { name: 'Ganzer Bildschirm' })
        .or(page.getByRole('button', { name: 'Neues Bild' }))
        .last()
        .waitFor();
      assert.deepEqual(await opened.audit(), [], 'the screen');

      await write(page, '/run schreib Ann');
      await page.getByText('Der Lauf fragt:').first().waitFor();
      assert.deepEqual(await opened.audit(), [], 'a question');
      await write(page, '/run zweites');
      await write(page, '/run drittes');
      await write(page, '/queue');
      await press(page, '↑ 2 nach vorn');
      await page.getByText('1. drittes').first().waitFor();
      await press(page, '✕ 2 streichen');
      await page.locator('article', { hasText: '1. drittes' }).filter({ hasNotText: 'zweites' }).waitFor();
      await press(page, '✕ 1 streichen');
      assert.deepEqual(await opened.audit(), [], 'the queue');
      await press(page, 'Ann Miller');

      const approve = page.getByRole('button', { name: 'Erlauben', disabled: false });
      await approve.waitFor();
      await press(page, 'Pause');
      await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
      await press(page, 'Weiter');
      await write(page, 'nimm die neue Adresse');
      await page.getByText('Verstanden. Ich beachte es beim nächsten Schritt.').first().waitFor();
      assert.deepEqual(await opened.audit(), [], 'a card');
      await approve.click();

      const end = page.locator('article[data-kind="end"]');
      await end.waitFor();
      assert.match(
        (await end.textContent()) ?? '',
        /Erledigt und geprüft.*„schreib Ann“.*Lauf 1 · \d Schritte? · .*Oben: vorher\. Unten: nachher\./s,
      );
      assert.equal(await end.getByRole('img', { name: /Oben der Bildschirm vor dem Lauf/ }).count(), 1);
      await press(page, 'Bericht');
      await page.getByRole('link', { name: /run-1\.html/ }).waitFor();
      await press(page, 'Das war falsch');
      await page.getByText('Was lief in Lauf 1 falsch?').first().waitFor();
      await write(page, 'falsche Ann');
      await page.locator('article:not(.own)', { hasText: 'falsche Ann' }).waitFor();
      assert.deepEqual(await opened.audit(), [], 'the end');
      assert.deepEqual(await opened.problems(), []);
    } finally {
      await close();
      await bot.close();
    }
  });
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('textbox').press('Enter');
  await page.locator('.own', { hasText: text }).last().waitFor();
}

/** The newest button of that name. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true, disabled: false }).last().click();
}
