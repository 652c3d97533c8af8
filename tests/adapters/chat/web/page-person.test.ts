/** What a person does on the page, in a real browser: by finger, by keyboard, by ear. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from '../../../support/chromium.ts';
import { until } from '../../../support/until.ts';
import { button, cardOf, DESK, drawPicture, edit, post, usePages } from './browser-bench.ts';

describe('A person at the page', { skip: noChromium }, () => {
  const pages = usePages();

  describe('and writing', () => {
    it('sends with Enter, breaks a line with Shift+Enter, and keeps every character', async () => {
      const { page, bench } = await pages.begin(DESK);
      const box = page.getByRole('textbox');
      assert.equal(await page.evaluate('document.activeElement.id'), 'text');
      await page.keyboard.type('first <b>line</b>');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('  second & last');
      await page.keyboard.press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      const text = 'first <b>line</b>\n  second & last';
      assert.deepEqual((await until(() => bench.received[0])).content, { kind: 'text', text });
      assert.equal(await page.locator('.own .text').textContent(), text);
      assert.equal(await box.inputValue(), '');
    });

    it('starts with a few things to say, and does not send nothing', async () => {
      const { page, bench } = await pages.begin();
      await page.getByRole('textbox').press('Enter');
      assert.equal(await page.getByRole('button', { name: 'Send' }).isVisible(), false);
      await page.getByRole('textbox').fill('  \n ');
      await page.getByRole('textbox').press('Enter');
      assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true);
      assert.equal(bench.received.length, 0);
      await page.getByRole('textbox').fill('');
      await page.getByRole('button', { name: 'Show my screen' }).tap();
      await page.locator('.own').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'What should this computer do?' }).isVisible(), false);
    });

    it('takes 20,000 characters and says how many are too many instead of cutting', async () => {
      const { page, bench } = await pages.begin();
      const box = page.getByRole('textbox');
      await box.fill('x'.repeat(20_012));
      await page.getByText('12 characters too many').waitFor();
      await box.press('Enter');
      assert.equal(bench.received.length, 0);
      assert.equal((await box.inputValue()).length, 20_012);
      await box.fill('y'.repeat(20_000));
      await box.press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.deepEqual((await until(() => bench.received[0])).content, { kind: 'text', text: 'y'.repeat(20_000) });
    });

    it('lists the commands behind a slash, to be taken by arrow, Tab or finger', async () => {
      const { page, bench } = await pages.begin(DESK);
      const box = page.getByRole('textbox');
      const options = page.getByRole('option');
      await page.keyboard.type('/s');
      assert.deepEqual(await options.locator('.name').allTextContents(), ['/stop ', '/screenshot ', '/status ']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      assert.equal(
        await page.locator('[aria-selected="true"]').getAttribute('id'),
        await box.getAttribute('aria-activedescendant'),
      );
      await page.keyboard.press('Enter');
      assert.equal(await box.inputValue(), '/screenshot');
      assert.equal(await options.count(), 0);
      await box.fill('/ru');
      await page.keyboard.press('Tab');
      assert.equal(await box.inputValue(), '/run ');
      await box.fill('/st');
      await options.getByText('/stop').click();
      assert.equal(await box.inputValue(), '/stop');
      assert.equal(await page.evaluate('document.activeElement.id'), 'text');
      await box.fill('/h');
      await page.keyboard.press('Escape');
      assert.equal(await options.count(), 0);
      await box.fill('/stop');
      await page.keyboard.press('Enter');
      await page.locator('.own').waitFor();
      assert.equal(await options.count(), 0, 'the list goes with the text');
      assert.deepEqual((await until(() => bench.received[0])).content, { kind: 'text', text: '/stop' });
    });

    it('says when a message was not sent, and sends it again on request', async () => {
      const { page, bench } = await pages.begin();
      await page.route('**/messages', (route) => route.fulfill({ status: 400, json: { error: 'Refused: a test.' } }));
      await page.getByRole('textbox').fill('hello');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Not sent. Deskhand refused it (400).').first().waitFor();
      await page.unroute('**/messages');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.own:not(.failed) .state:empty').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.own').count(), 1);
      assert.equal(bench.received.length, 1);
    });
  });

  describe('and the keyboard', () => {
    it('reaches everything in order, always visibly', async () => {
      const { page, bench } = await pages.begin(DESK);
      await post(bench, { ...cardOf(await drawPicture(1)), file: { name: 'notes.txt', bytes: Buffer.from('x') } });
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.locator('.skip').focus();
      const stops = [await describeFocus(page)];
      for (let count = 0; count < 13; count += 1) {
        await page.keyboard.press('Tab');
        stops.push(await describeFocus(page));
      }
      assert.deepEqual(stops, [
        'Skip to the message box',
        'Runs',
        'Settings',
        'Conversation',
        'rm -rf ~/notes/old',
        'A terminal. Enlarge',
        'notes.txt',
        'Approve',
        'Deny',
        'Allow for this run',
        'Why?',
        'Deny…',
        'Attach files',
        'Message to Deskhand',
      ]);
    });

    it('alone is enough: write, approve, look at the picture, go back', async () => {
      const { page, bench } = await pages.begin(DESK);
      await page.keyboard.type('tidy up');
      await page.keyboard.press('Enter');
      const card = await post(bench, cardOf(await drawPicture(1)));
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      for (let count = 0; count < 6; count += 1) await page.keyboard.press('Shift+Tab');
      assert.equal(await describeFocus(page), 'Approve');
      await page.keyboard.press('Enter');
      await page.locator('[aria-busy="true"]').waitFor();
      await edit(bench, card, { ...cardOf(await drawPicture(1)), buttons: [[button('Approved', 'good', null)]] });
      await page.getByRole('button', { name: 'Approved' }).waitFor();
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'ARTICLE', 'the focus stays with the card');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await describeFocus(page), 'A terminal. Enlarge');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      assert.equal(await describeFocus(page), 'Close');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('dialog').isVisible(), false);
      assert.equal(await describeFocus(page), 'A terminal. Enlarge');
      assert.equal(bench.received.length, 2);
    });
  });

  it('tells a screen reader what is what', async () => {
    const { page, bench } = await pages.begin(DESK);
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    await post(bench, { text: ['Hello back.'] });
    await post(bench, cardOf(await drawPicture(1)));
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const tree = (await page.locator('body').ariaSnapshot()).replace(/\d\d:\d\d/g, 'TIME');
    assert.equal(
      tree,
      [
        '- link "Skip to the message box":',
        '  - /url: "#text"',
        '- banner:',
        '  - heading "Deskhand" [level=1]',
        '  - status: Connected',
        '  - button "Runs"',
        '  - button "Settings"',
        '- main:',
        '  - region "Conversation":',
        '    - log "Messages":',
        '      - article "You":',
        '        - text: hello',
        '        - paragraph:',
        '          - time: TIME',
        '      - article "Deskhand":',
        '        - text: Hello back.',
        '        - paragraph:',
        '          - time: TIME',
        '      - article "Deskhand asks":',
        '        - paragraph: Waiting for your answer',
        '        - strong: Run this command?',
        '        - text: rm -rf ~/notes/old',
        '        - strong: High risk',
        '        - text: ": it deletes."',
        '        - button "A terminal. Enlarge":',
        '          - img "A terminal."',
        '          - text: Enlarge',
        '        - button "Approve"',
        '        - button "Deny"',
        '        - button "Allow for this run"',
        '        - button "Why?"',
        '        - button "Deny…"',
        '        - paragraph:',
        '          - time: TIME',
        '- contentinfo:',
        '  - button "Attach files"',
        '  - text: Message to Deskhand',
        '  - textbox "Message to Deskhand":',
        '    - /placeholder: Message Deskhand',
        '  - button "Speak"',
        '- alert:',
        '  - paragraph: "Deskhand asks: Run this command? rm -rf ~/notes/old High risk: it deletes."',
        '- status',
      ].join('\n'),
    );
  });

  describe('and hearing a question that', () => {
    const alerts = '#alerts';

    it('is read out once, leaves the alerts when it is answered, and its answer is said', async () => {
      const { page, bench } = await pages.begin(DESK);
      const first = await post(bench, cardOf());
      const second = await post(bench, { ...cardOf(), text: ['Send the report?'] });
      await page.locator(alerts).getByText('Deskhand asks: Send the report?').waitFor({ state: 'attached' });
      const done = { ...cardOf(), buttons: [[button('Approve', 'good', null)]] };
      await edit(bench, first, { ...done, text: ['Run this command?\n\n', { bold: 'Approved by Owner.' }] });
      await page.locator('#answers').getByText('Approved by Owner.', { exact: true }).waitFor({ state: 'attached' });
      assert.equal(
        await page.locator(alerts).textContent(),
        'Deskhand asks: Send the report?',
        'the other still waits',
      );
      await edit(bench, second, { ...done, text: ['Send the report?\n', 'Denied by Owner.'] });
      await page.locator('#answers').getByText('Denied by Owner.', { exact: true }).waitFor({ state: 'attached' });
      assert.equal(await page.locator(alerts).textContent(), '');
      assert.equal(await page.title(), 'Deskhand');
    });

    it('that waited before the page was loaded is read out as well, and not all of a long one', async () => {
      const { page, bench } = await pages.begin();
      await post(bench, { ...cardOf(), text: ['Type this? ', { block: 'word '.repeat(20_000) }] });
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.reload();
      await page.locator(alerts).getByText('Deskhand asks: Type this?').waitFor({ state: 'attached' });
      assert.ok(((await page.locator(alerts).textContent()) ?? '').length < 600);
      assert.equal(await page.title(), '(1) Deskhand');
    });

    it('that comes while a dialog is open is heard there: beside an open one all is silent', async () => {
      const { page, bench } = await pages.begin(DESK);
      const placeOf = () => page.evaluate<string>(`document.querySelector('#alerts').closest('dialog')?.id ?? 'page'`);
      await page.getByRole('button', { name: 'Runs' }).click();
      await page.getByText('No runs yet.').waitFor();
      await post(bench, cardOf());
      await page
        .getByRole('dialog', { name: 'Runs' })
        .getByRole('alert')
        .getByText('Deskhand asks:')
        .waitFor({ state: 'attached' });
      assert.equal(await placeOf(), 'runs');
      await page.keyboard.press('Escape');
      await until(async () => (await placeOf()) === 'page');
    });

    it('a sign on a button has a name in words', async () => {
      const { page, bench } = await pages.begin();
      await post(bench, {
        buttons: [
          [button('👍'), button('👎')],
          [button('←'), button('↗'), button('•')],
        ],
      });
      for (const name of ['That was good', 'That was wrong', 'Left', 'Up right', 'Middle'])
        await page.getByRole('button', { name, exact: true }).waitFor();
    });
  });
});

/** Name of what has the focus; fails when nothing on the screen shows that it has. */
async function describeFocus(page: Page): Promise<string> {
  const ring = await page.evaluate<string>(
    '(({ outlineStyle, outlineWidth }) => outlineStyle + parseFloat(outlineWidth))(getComputedStyle(document.activeElement))',
  );
  assert.match(ring, /^solid[2-9]/, 'a visible focus');
  return page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    const pictures = [...focused.querySelectorAll('img')].map((image) => image.alt + ' ').join('');
    const words = (focused.querySelector('.name, .unseen') ?? focused).textContent;
    return focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? pictures + words;
  })()`);
}
