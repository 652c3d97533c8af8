/** A run on the page, in a real browser: from the first word to the result, on every screen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { noChromium } from '../../../support/chromium.ts';
import { repeats } from '../../../support/repeats.ts';
import { button, cardOf, DESK, drawPicture, edit, PHONE, post, statusOf, usePages } from './browser-bench.ts';

describe('A run on the page', { skip: noChromium }, () => {
  const pages = usePages();

  const looks = [
    ['a phone, light', { ...PHONE, colorScheme: 'light' }],
    ...repeats(['a desk, dark', { ...DESK, colorScheme: 'dark' }] as const),
  ] as const;

  for (const [name, options] of looks) {
    it(`takes a run from the first word to the result on ${name}, without a fault an audit finds`, async () => {
      const { page, audit, problems, bench } = await pages.begin(options);
      assert.deepEqual(await audit(), [], 'empty');
      await page.getByRole('textbox').fill('/');
      assert.deepEqual(await audit(), [], 'commands');
      await page.getByRole('textbox').fill('open the editor');
      await page.getByRole('textbox').press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.deepEqual(
        bench.received.map((message) => message.content),
        [{ kind: 'text', text: 'open the editor' }],
      );
      await post(bench, { text: ['Queued as ', { code: 'run 12' }, '. ', { quiet: 'Nothing is ahead of it.' }] });
      const status = await post(bench, statusOf(1, await drawPicture(1)));
      const card = await post(bench, cardOf(await drawPicture(2)));
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      assert.deepEqual(await audit(), [], 'asked');
      await press(page.getByRole('button', { name: 'Approve' }), options);
      await page.locator('button[aria-busy="true"]').waitFor();
      assert.deepEqual(await audit(), [], 'pressed');
      await edit(bench, card, { ...cardOf(), buttons: [[button('Approved', 'good', null)]] });
      await edit(bench, status, { ...statusOf(2, await drawPicture(3)), buttons: [] });
      await post(bench, { kind: 'end', text: ['Done.'], file: { name: 'notes.txt', bytes: Buffer.from('hello') } });
      await page.getByRole('link', { name: 'notes.txt' }).waitFor();
      assert.deepEqual(await audit(), [], 'done');
      await press(page.locator('.picture:visible').first(), options);
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await audit(), [], 'enlarged');
      assert.deepEqual(await problems(), []);
    });
  }

  describe('and the live status', () => {
    it('changes in place: one message, the same button under the finger and the focus, nothing jumps', async () => {
      const { page, bench } = await pages.begin(DESK);
      const status = await post(bench, statusOf(1, await drawPicture(1)));
      const stop = page.getByRole('button', { name: 'Stop' });
      await stop.focus();
      await page.locator('.picture img').evaluate(decode);
      await page.evaluate('stopBefore = document.activeElement; shifts.length = 0');
      for (let step = 2; step < 8; step += 1) {
        await edit(bench, status, statusOf(step, await drawPicture(step)));
        await page.getByText(`step ${step} of 35`).waitFor();
        const { width, height } = (await page.locator('.picture').boundingBox()) ?? { width: 0, height: 0 };
        assert.ok(width > 300 && height > 200, 'the picture is never missing');
      }
      assert.equal(await page.getByRole('article').count(), 1);
      assert.equal(await page.evaluate('stopBefore === document.activeElement'), true);
      assert.deepEqual(await page.evaluate('shifts'), []);
    });

    it('shows the last picture until the next one is there', async () => {
      const { page, bench } = await pages.begin();
      const status = await post(bench, statusOf(1, await drawPicture(1)));
      const image = page.locator('.picture img');
      await image.evaluate(decode);
      const first = await image.getAttribute('src');
      const loading = Promise.withResolvers<void>();
      await page.route('**/pictures/*', async (route) => {
        await loading.promise;
        await route.continue();
      });
      await edit(bench, status, statusOf(2, await drawPicture(2)));
      await page.getByText('step 2 of 35').waitFor();
      assert.equal(await image.getAttribute('src'), first);
      loading.resolve();
      await page.locator(`.picture img:not([src="${first}"])`).waitFor();
      assert.equal(await image.count(), 1);
      assert.equal(await page.evaluate('document.querySelector(".picture img").complete'), true);
    });

    it('is not read out, unlike other messages; a question is, at once', async () => {
      const { page, bench } = await pages.begin();
      await post(bench, statusOf(1));
      await page.getByText('step 1').waitFor();
      await page.locator('[role=log][aria-live=polite]').waitFor({ state: 'attached' });
      assert.equal(await page.getByRole('article').getAttribute('aria-live'), 'off');
      await post(bench, { text: ['Just a reply.'] });
      await post(bench, cardOf());
      await page.getByRole('alert').getByText('Deskhand asks: Run this command?').waitFor({ state: 'attached' });
      assert.deepEqual(
        await page
          .getByRole('article')
          .evaluateAll((all: { ariaLive: string | null }[]) => all.map((article) => article.ariaLive)),
        ['off', null, 'off'],
      );
    });

    it('stands still where the person asked for less motion', async () => {
      const { page, bench } = await pages.begin({ ...PHONE, reducedMotion: 'reduce' });
      await post(bench, statusOf(1));
      await page.getByRole('button', { name: 'Stop' }).tap();
      await page.locator('[aria-busy="true"]').waitFor();
      assert.equal(await page.evaluate('document.getAnimations().length'), 0);
    });
  });

  describe('and buttons', () => {
    it('one that only tells more is alive again with the others once the card says it', async () => {
      const { page, bench } = await pages.begin(PHONE, { answer: async () => ({ toast: '' }) });
      const card = await post(bench, cardOf());
      await page.getByRole('button', { name: 'Why?' }).tap();
      await page.locator('[aria-busy="true"]', { hasText: 'Why?' }).waitFor();
      const { text = [], ...same } = cardOf();
      await edit(bench, card, { ...same, text: [...text, '\n\nThe rule: I ask before I delete.'] });
      await page.getByText('The rule: I ask before I delete.').waitFor();
      assert.equal(await page.locator('[aria-busy="true"]').count(), 0);
      assert.equal(await page.locator('.buttons button:enabled').count(), 5);
      assert.equal(await page.title(), '(1) Deskhand', 'it still waits for an answer');
    });

    it('a pressed one is dead at once and shows that it works, until the message changes', async () => {
      const { page, bench } = await pages.begin(PHONE, { answer: async () => ({ toast: 'Got it.' }) });
      const card = await post(bench, cardOf());
      const approve = page.getByRole('button', { name: 'Approve' });
      await approve.tap();
      await page.locator('button[aria-busy="true"][aria-disabled="true"]', { hasText: 'Approve' }).waitFor();
      await approve.tap({ force: true });
      await page.getByRole('status').getByText('Got it.').waitFor();
      assert.deepEqual(
        bench.received.map((message) => message.content),
        [{ kind: 'tap', data: 'data-Approve', messageId: card.messageId }],
      );
      assert.equal(await page.title(), '(1) Deskhand');
      await edit(bench, card, {
        ...cardOf(),
        buttons: [[button('Approved', 'good', null), button('Denied', 'danger', null)]],
      });
      await page.getByRole('button', { name: 'Approved' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Approved' }).isDisabled(), true);
      assert.equal(await page.getByText('Waiting for your answer').isVisible(), false);
      assert.equal(await page.title(), 'Deskhand');
    });

    it('come back when the press did not arrive', async () => {
      const { page, bench } = await pages.begin();
      await post(bench, cardOf());
      await page.route('**/taps', (route) => route.fulfill({ status: 400, json: { error: 'Refused: a test.' } }));
      await page.getByRole('button', { name: 'Deny', exact: true }).tap();
      await page.getByText('Deskhand refused it (400).').waitFor();
      await page.locator('button:not([aria-disabled])', { hasText: /^Deny$/ }).waitFor();
    });
  });
});

/** A finger where there is one, otherwise a mouse. */
function press(target: Locator, options: BrowserContextOptions): Promise<void> {
  return options.hasTouch ? target.tap() : target.click();
}

function decode(image: { decode(): Promise<void> }): Promise<void> {
  return image.decode();
}
