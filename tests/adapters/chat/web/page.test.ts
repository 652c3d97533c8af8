/** The page in a real browser: what a person sees and does. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { noChromium, startChromium, type TestBrowser } from '../../../support/chromium.ts';
import {
  button,
  cardOf,
  DESK,
  drawPicture,
  edit,
  layWire,
  type OpenedPage,
  openPage,
  PHONE,
  post,
  statusOf,
  type Wire,
  waitForState,
} from './browser-bench.ts';
import { startWebChat, type WebBench } from './web-bench.ts';

describe('The page', { skip: noChromium }, () => {
  let chromium: TestBrowser;
  let bench: WebBench;
  let wire: Wire | null = null;
  const opened: OpenedPage[] = [];

  before(async () => {
    chromium = await startChromium();
  });
  after(() => chromium.close());
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
    await wire?.close();
    wire = null;
    await bench.chat.stop();
  });

  /** A fresh chat and a page that is in; `expected` problems are those a test causes itself. */
  async function begin(options: BrowserContextOptions = PHONE, chat?: WebBench): Promise<OpenedPage> {
    bench = chat ?? (await startWebChat());
    return openAnother(options);
  }

  async function openAnother(options: BrowserContextOptions = PHONE, address?: string): Promise<OpenedPage> {
    const page = await openPage(chromium.browser, bench, options, address);
    opened.push(page);
    if (address === undefined) await waitForState(page.page, 'connected');
    return page;
  }

  async function beginOnWire(): Promise<OpenedPage> {
    bench = await startWebChat();
    wire = await layWire(bench);
    return begin({ ...PHONE, proxy: wire.proxy }, bench);
  }

  const looks = [
    ['a phone, light', { ...PHONE, colorScheme: 'light' }],
    ['a phone, dark', { ...PHONE, colorScheme: 'dark' }],
    ['a desk, light', { ...DESK, colorScheme: 'light' }],
    ['a desk, dark', { ...DESK, colorScheme: 'dark' }],
    ['the narrowest screen', { viewport: { width: 320, height: 568 } }],
  ] as const;

  for (const [name, options] of looks) {
    it(`takes a run from the first word to the result on ${name}, without a fault an audit finds`, async () => {
      const { page, audit, problems } = await begin(options);
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

  describe('and its link', () => {
    it('leaves no secret in the address bar, the history or the storage', async () => {
      bench = await startWebChat();
      const link = bench.chat.openLink();
      const { page } = await openAnother(PHONE, link);
      await waitForState(page, 'connected');
      assert.equal(page.url(), `${bench.origin()}/`);
      assert.equal(await page.evaluate('history.length'), 2);
      const secret = new URL(link).hash.slice(1);
      const kept = await page.evaluate<string>(
        'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie',
      );
      assert.ok(!kept.includes(secret));
      assert.doesNotMatch(kept, /deskhand_/, 'the cookie is out of reach');
    });

    it('says so when it was used, and how to get a new one', async () => {
      bench = await startWebChat();
      const link = bench.chat.openLink();
      await openAnother(PHONE, link);
      const { page, audit } = await openAnother(PHONE, link);
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await page.getByText('npm start').waitFor();
      assert.equal(await page.getByRole('textbox').isVisible(), false);
      assert.deepEqual(await audit(), []);
    });

    it('is no harm when it is opened again where it was opened before', async () => {
      bench = await startWebChat();
      const link = bench.chat.openLink();
      const { page } = await openAnother(PHONE, link);
      await waitForState(page, 'connected');
      await page.goto('about:blank');
      await page.goto(link);
      await waitForState(page, 'connected');
    });

    it('is needed: the bare address shows how to get one', async () => {
      bench = await startWebChat();
      const { page, audit, problems } = await openAnother(PHONE, bench.origin());
      await page.getByRole('heading', { name: 'This page is not signed in' }).waitFor();
      assert.deepEqual(await audit(), []);
      assert.deepEqual(await problems(), []);
    });
  });

  describe('and writing', () => {
    it('sends with Enter, breaks a line with Shift+Enter, and keeps every character', async () => {
      const { page } = await begin(DESK);
      const box = page.getByRole('textbox');
      assert.equal(await page.evaluate('document.activeElement.id'), 'text');
      await page.keyboard.type('first <b>line</b>');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('  second & last');
      await page.keyboard.press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      const text = 'first <b>line</b>\n  second & last';
      assert.deepEqual(bench.received[0]?.content, { kind: 'text', text });
      assert.equal(await page.locator('.own .text').textContent(), text);
      assert.equal(await box.inputValue(), '');
    });

    it('does not send nothing', async () => {
      const { page } = await begin();
      await page.getByRole('textbox').fill('  \n ');
      await page.getByRole('textbox').press('Enter');
      assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true);
      assert.equal(bench.received.length, 0);
    });

    it('takes 20,000 characters and says how many are too many instead of cutting', async () => {
      const { page } = await begin();
      const box = page.getByRole('textbox');
      await box.fill('x'.repeat(20_012));
      await page.getByText('12 characters too many').waitFor();
      await box.press('Enter');
      assert.equal(bench.received.length, 0);
      assert.equal((await box.inputValue()).length, 20_012);
      await box.fill('y'.repeat(20_000));
      await box.press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.deepEqual(bench.received[0]?.content, { kind: 'text', text: 'y'.repeat(20_000) });
    });

    it('lists the commands behind a slash, to be taken by arrow, Tab or finger', async () => {
      const { page } = await begin(DESK);
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
      assert.deepEqual(bench.received[0]?.content, { kind: 'text', text: '/stop' });
    });

    it('says when a message was not sent, and sends it again on request', async () => {
      const { page } = await begin();
      await page.route('**/messages', (route) => route.fulfill({ status: 400, json: { error: 'Refused: a test.' } }));
      await page.getByRole('textbox').fill('hello');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Not sent. Refused: a test.').first().waitFor();
      await page.unroute('**/messages');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.own:not(.failed) .state:empty').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.own').count(), 1);
      assert.equal(bench.received.length, 1);
    });

    it('starts with a few commands to tap', async () => {
      const { page } = await begin();
      await page.getByRole('button', { name: '/screenshot' }).tap();
      await page.locator('.own').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'What should this computer do?' }).isVisible(), false);
    });
  });

  describe('and the live status', () => {
    it('changes in place: one message, the same button under the finger and the focus, nothing jumps', async () => {
      const { page } = await begin(DESK);
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

    it('is not read out, unlike other messages; a question is, at once', async () => {
      const { page } = await begin();
      await post(bench, statusOf(1));
      await page.getByText('step 1').waitFor();
      assert.equal(await page.getByRole('log').getAttribute('aria-live'), 'polite');
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
      const { page } = await begin({ ...PHONE, reducedMotion: 'reduce' });
      await post(bench, statusOf(1));
      await page.getByRole('button', { name: 'Stop' }).tap();
      await page.locator('[aria-busy="true"]').waitFor();
      assert.equal(await page.evaluate('document.getAnimations().length'), 0);
    });
  });

  describe('and buttons', () => {
    it('a pressed one is dead at once and shows that it works, until the message changes', async () => {
      const { page } = await begin(PHONE, await startWebChat({ answer: async () => ({ toast: 'Got it.' }) }));
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
      const { page } = await begin();
      await post(bench, cardOf());
      await page.route('**/taps', (route) => route.fulfill({ status: 400, json: { error: 'Refused: a test.' } }));
      await page.getByRole('button', { name: 'Deny' }).tap();
      await page.getByText('Refused: a test.').waitFor();
      await page.locator('button:not([aria-disabled])', { hasText: 'Deny' }).waitFor();
    });
  });

  describe('and the keyboard', () => {
    it('reaches everything in order, always visibly', async () => {
      const { page } = await begin(DESK);
      await post(bench, { ...cardOf(await drawPicture(1)), file: { name: 'notes.txt', bytes: Buffer.from('x') } });
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.locator('.skip').focus();
      const stops = [await describeFocus(page)];
      for (let count = 0; count < 9; count += 1) {
        await page.keyboard.press('Tab');
        stops.push(await describeFocus(page));
      }
      assert.deepEqual(stops, [
        'Skip to the message box',
        'Conversation',
        'rm -rf ~/notes/old',
        'A terminal. Enlarge',
        'notes.txt',
        'Approve',
        'Deny',
        'This run',
        'Explain…',
        'Message to Deskhand',
      ]);
    });

    it('alone is enough: write, approve, look at the picture, go back', async () => {
      const { page } = await begin(DESK);
      await page.keyboard.type('tidy up');
      await page.keyboard.press('Enter');
      const card = await post(bench, cardOf(await drawPicture(1)));
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      for (let count = 0; count < 4; count += 1) await page.keyboard.press('Shift+Tab');
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
    const { page } = await begin(DESK);
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
        '        - button "This run"',
        '        - button "Explain…"',
        '        - paragraph:',
        '          - time: TIME',
        '- contentinfo:',
        '  - text: Message to Deskhand',
        '  - textbox "Message to Deskhand":',
        '    - /placeholder: Message Deskhand',
        '  - button "Send" [disabled]',
        '- alert:',
        '  - paragraph: "Deskhand asks: Run this command? rm -rf ~/notes/old High risk: it deletes."',
      ].join('\n'),
    );
  });

  it('enlarges a picture to the screen, and to its own size around the spot that was tapped', async () => {
    const { page } = await begin();
    await post(bench, { picture: await drawPicture(1), pictureAlt: 'The desktop.' });
    await page.getByRole('button', { name: 'The desktop.' }).tap();
    const picture = page.getByRole('dialog').getByRole('img', { name: 'The desktop.' });
    await picture.evaluate(decode);
    assert.equal((await picture.boundingBox())?.width, 390);
    await picture.tap({ position: { x: 195, y: 120 } });
    assert.equal((await picture.boundingBox())?.width, 1280);
    const scrolled = await page.locator('#viewer-stage').evaluate((stage: Scroller) => stage.scrollLeft);
    assert.ok(Math.abs(Number(scrolled) - (640 - 195)) < 5, String(scrolled));
    await page.getByRole('button', { name: 'Actual size' }).tap();
    assert.equal((await picture.boundingBox())?.width, 390);
    await page.getByRole('button', { name: 'Close' }).tap();
    assert.equal(await page.getByRole('dialog').isVisible(), false);
  });

  it('saves a file under its name', async () => {
    const { page } = await begin();
    await post(bench, { file: { name: 'notes é.txt', bytes: Buffer.from('hello') } });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link').last().tap()]);
    assert.equal(download.suggestedFilename(), 'notes é.txt');
  });

  describe('and scrolling', () => {
    it('stays at the end, unless the person scrolled up: then it tells of new messages', async () => {
      const { page } = await begin();
      for (let count = 0; count < 30; count += 1) await post(bench, { text: [`message ${count}`] });
      await page.getByText('message 29').waitFor();
      assert.ok((await gapBelow(page)) < 2);
      await page.locator('#scroller').evaluate((scroller: Scroller) => {
        scroller.scrollTop = 100;
      });
      await page.waitForTimeout(50);
      await post(bench, { text: ['something new'] });
      const newer = page.getByRole('button', { name: 'New messages' });
      await newer.waitFor();
      assert.equal(await page.locator('#scroller').evaluate((scroller: Scroller) => scroller.scrollTop), 100);
      await newer.tap();
      assert.ok((await gapBelow(page)) < 2);
      assert.equal(await newer.isVisible(), false);
      await post(bench, { text: ['and more'], picture: await drawPicture(1), pictureAlt: 'A picture.' });
      await page.getByText('and more').waitFor();
      await page.locator('img[alt="A picture."]').evaluate(decode);
      assert.ok((await gapBelow(page)) < 2, 'also behind a picture');
    });

    it('is smooth with 200 pictures: only those in sight are loaded, and a change costs little', async () => {
      bench = await startWebChat();
      const picture = await drawPicture(1, 640, 400);
      for (let count = 0; count < 200; count += 1) await post(bench, { ...cardOf(Uint8Array.from(picture)) });
      const { page } = await openAnother(PHONE);
      await page.getByRole('article').nth(199).waitFor();
      assert.ok((await gapBelow(page)) < 2);
      const loaded = await page.evaluate(
        '[...document.querySelectorAll(".picture img")].filter((image) => image.complete && image.naturalWidth > 0).length',
      );
      assert.ok(Number(loaded) < 60, `${loaded} loaded`);
      await page.evaluate(
        'longest = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration); }).observe({ type: "longtask" })',
      );
      const status = await post(bench, statusOf(0));
      for (let step = 1; step <= 30; step += 1) await edit(bench, status, statusOf(step));
      await page.getByText('step 30 of 35').waitFor();
      assert.equal(await page.getByRole('article').count(), 200);
      assert.ok(Number(await page.evaluate('longest')) < 500, 'a long task on a busy machine, at most');
    });
  });

  describe('and a connection', () => {
    it('that breaks is said, and nothing is lost or doubled on either side', async () => {
      const { page } = await beginOnWire();
      await post(bench, { text: ['before'] });
      await page.getByText('before').waitFor();
      wire?.cut();
      await waitForState(page, 'lost');
      await page.getByRole('status').getByText('Connection lost').waitFor();
      await post(bench, { text: ['while away'] });
      await page.getByRole('textbox').fill('written while away');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Sending…').waitFor();
      assert.equal(await page.getByText('while away', { exact: true }).count(), 0);
      wire?.mend();
      await waitForState(page, 'connected');
      await page.getByText('while away', { exact: true }).waitFor();
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.equal(await page.getByText('before').count(), 1);
      assert.equal(await page.locator('.own').count(), 1);
      assert.equal(bench.received.length, 1);
    });

    it('that stays away says what to do, and goes on by itself when it is back', async () => {
      const { page, audit } = await beginOnWire();
      await page.clock.install();
      wire?.cut();
      await waitForState(page, 'lost');
      await page.clock.fastForward(16_000);
      await page.getByRole('heading', { name: 'Deskhand does not answer' }).waitFor();
      assert.deepEqual(await audit(), []);
      wire?.mend();
      await page.clock.fastForward(6_000);
      await waitForState(page, 'connected');
      assert.equal(await page.getByRole('heading', { name: 'Deskhand does not answer' }).isVisible(), false);
      assert.equal(await page.title(), 'Deskhand');
    });

    it('survives a reload, with everything that was posted while no page was open', async () => {
      const { page } = await begin();
      await page.getByRole('textbox').fill('hello');
      await page.getByRole('textbox').press('Enter');
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      await page.goto('about:blank');
      await post(bench, { text: ['done in the meantime'] });
      await page.goto(bench.origin());
      await page.getByText('done in the meantime').waitFor();
      assert.deepEqual(await page.getByRole('article').locator('.text').allTextContents(), [
        'hello',
        'done in the meantime',
      ]);
    });

    it('to a restarted Deskhand is over: it says how to go on, keeps what was written, and a new link opens it again', async () => {
      const { page, audit } = await begin();
      await post(bench, cardOf());
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.getByRole('textbox').fill('a long thought');
      const port = Number(new URL(bench.origin()).port);
      await bench.chat.stop();
      bench = await startWebChat({ port });
      await page.getByRole('heading', { name: 'The session has ended' }).waitFor({ timeout: 20_000 });
      await page.getByText('npm start').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Approve' }).isDisabled(), true);
      assert.equal(await page.getByRole('textbox').inputValue(), 'a long thought');
      assert.deepEqual(await audit(), []);
      await page.goto(bench.chat.openLink());
      await waitForState(page, 'connected');
      assert.equal(await page.getByRole('article').count(), 0);
      assert.equal(await page.getByRole('heading', { name: 'The session has ended' }).isVisible(), false);
    });

    it('is shared by four tabs; a fifth takes over from the first, which can take it back', async () => {
      const { page } = await begin();
      const tabs = [page];
      for (let count = 0; count < 4; count += 1) {
        const tab = await page.context().newPage();
        tabs.push(tab);
        await tab.goto(bench.origin());
        await waitForState(tab, 'connected');
      }
      await waitForState(page, 'crowded');
      await page.getByRole('button', { name: 'Use it here' }).click();
      await waitForState(page, 'connected');
      const second = tabs[1];
      assert.ok(second !== undefined);
      await waitForState(second, 'crowded');
    });
  });
});

/** A finger where there is one, otherwise a mouse. */
function press(target: Locator, options: BrowserContextOptions): Promise<void> {
  return options.hasTouch ? target.tap() : target.click();
}

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

/** What the tests use of an element in the browser; its types are not among those of Node. */
interface Scroller {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollLeft: number;
  scrollTop: number;
}

function decode(image: { decode(): Promise<void> }): Promise<void> {
  return image.decode();
}

/** Pixels between what is shown and the end of the conversation. */
async function gapBelow(page: Page): Promise<number> {
  await page.waitForTimeout(50);
  return Number(
    await page.locator('#scroller').evaluate((it: Scroller) => it.scrollHeight - it.scrollTop - it.clientHeight),
  );
}
