/** What the page shows, in a real browser: pictures, files, many messages, hostile text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import { joinWebChat } from '../../../../adapters/chat/web/client.ts';
import type { Span } from '../../../../src/ports/chat.ts';
import { noChromium } from '../../../support/chromium.ts';
import { readNaughtyStrings } from '../../../support/corpora.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { holdsFor, until, untilTrue } from '../../../support/until.ts';
import { button, cardOf, DESK, drawPicture, edit, PHONE, post, statusOf, usePages } from './browser-bench.ts';
import { never } from './web-bench.ts';

const manifestSchema = z.object({
  name: z.string().min(1),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })).min(4),
});

/** Of each kind some. */
const share = (strings: readonly string[]): readonly string[] =>
  strings.filter((_, at) => WITH_REPEATS || at % 3 === 0);

describe('What the page shows', { skip: noChromium }, () => {
  const pages = usePages();

  it('enlarges a picture to the screen, and to its own size around the spot that was tapped', async () => {
    const { page, bench } = await pages.begin();
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

  it('is looked at by a checker that finds what is planted', async () => {
    const { page, audit } = await pages.begin();
    await page.evaluate(`document.querySelector('header').append(document.createElement('button'))`);
    assert.match((await audit()).join('\n'), /^button-name: .*<button>/m);
  });

  it('says what an app of it needs, with an icon of every kind', async () => {
    const { page, bench } = await pages.begin();
    const session = await page.context().newCDPSession(page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { icons } = manifestSchema.parse(JSON.parse(data));
    for (const { src, sizes, type } of icons) {
      const answer = await page.request.get(new URL(src, bench.origin()).href);
      assert.equal(answer.headers()['content-type'], type);
      const { width, height } = await sharp(await answer.body()).metadata();
      if (sizes !== 'any') assert.equal(`${width}x${height}`, sizes);
    }
    for (const size of ['192x192', '512x512', 'any'])
      assert.ok(
        icons.some(({ sizes }) => sizes === size),
        size,
      );
  });

  describe('of hostile text', () => {
    it('is every character of it, and nothing it tries to be', async () => {
      const strings = readNaughtyStrings();
      const { page, bench, problems } = await pages.begin(DESK);
      const looks: readonly ((text: string) => Span)[] = [
        (text: string) => text,
        (bold: string) => ({ bold }),
        (code: string) => ({ code }),
        (block: string) => ({ block }),
        (quiet: string) => ({ quiet }),
      ];
      for (const look of looks) await post(bench, { text: strings.map(look) });
      const posted = page.getByRole('article');
      await posted.nth(looks.length - 1).waitFor();
      for (let index = 0; index < looks.length; index += 1) {
        const seen = await posted.nth(index).locator('.text').evaluate(readText);
        assert.deepEqual(JSON.parse(seen.pieces), strings.join(''));
        assert.ok(
          seen.tags.every((tag) => ['SPAN', 'STRONG', 'CODE', 'PRE'].includes(tag)),
          seen.tags.join(),
        );
      }
      assert.deepEqual(await problems(), []);
    });

    it('is the same for what the person wrote, also as names, labels and descriptions', async () => {
      const strings = readNaughtyStrings();
      const written = share(strings.filter((text) => text !== '').slice(0, 150));
      const { page, bench, problems } = await pages.begin(DESK);
      const client = await joinWebChat(bench.chat.openLink(), never);
      for (const text of written) await client.sendText(text, never);
      await page
        .locator('.own')
        .nth(written.length - 1)
        .waitFor();
      const seen = await page
        .locator('.own .text')
        .evaluateAll((all: Element[]) => all.map((element) => JSON.stringify(element.textContent)));
      assert.deepEqual(
        seen.map((text) => JSON.parse(text)),
        written,
      );
      const picture = await drawPicture(1, 40, 25);
      for (const text of share(strings.filter((string) => /[<>"'&]/.test(string)).slice(0, 40))) {
        await post(bench, {
          picture,
          pictureAlt: text,
          file: { name: text, bytes: picture },
          buttons: [[button(text)]],
        });
      }
      await post(bench, { text: ['The end.'] });
      await page.getByText('The end.').waitFor();
      assert.equal(await page.locator('#log script, #log iframe, #log [onerror], #log [onload], #log svg').count(), 0);
      assert.deepEqual(await problems(), []);
    });
  });

  it('opens a link in a page of its own, and no address that is none of the web', async () => {
    const { page, bench } = await pages.begin();
    const spans: Span[] = [
      { link: 'https://login.example/go?a=1&b=2', label: 'Open login.example' },
      ' ',
      { link: 'javascript:alert(1)', label: 'Harmless' },
    ];
    await post(bench, { text: spans });
    const link = page.getByRole('link', { name: 'Open login.example' });
    assert.deepEqual(
      [await link.getAttribute('href'), await link.getAttribute('target'), await link.getAttribute('rel')],
      ['https://login.example/go?a=1&b=2', '_blank', 'noopener noreferrer'],
    );
    assert.equal(await page.locator('#log a', { hasText: 'Harmless' }).getAttribute('href'), null);
  });

  it('saves a file under its name', async () => {
    const { page, bench } = await pages.begin();
    await post(bench, { file: { name: 'notes é.txt', bytes: Buffer.from('hello') } });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'notes é.txt' }).tap(),
    ]);
    assert.equal(download.suggestedFilename(), 'notes é.txt');
  });

  describe('and scrolling', () => {
    it('shows what is too tall from its top, and leaves the person there while it changes', async () => {
      const { page, bench } = await pages.begin();
      for (let count = 0; count < 30; count += 1) await post(bench, { text: [`message ${count}`] });
      const tall = { text: [`What is asked\n${'and what runs\n'.repeat(60)}`] };
      const id = await post(bench, tall);
      const top = async (): Promise<number> => (await page.getByText('What is asked').boundingBox())?.y ?? -1;
      await page.getByText('What is asked').waitFor();
      let before = -1;
      const seenAt = await until(async () => {
        const at = await top();
        const isStill = at === before;
        before = at;
        return isStill && at > 0 && at < 150 ? at : null;
      }, 'its first line to rest at the top');
      await edit(bench, id, { text: [`${tall.text[0]}Approved.`] });
      await page.getByText('Approved.').waitFor();
      await holdsFor(50, async () => assert.ok(Math.abs((await top()) - seenAt) < 2));
      await post(bench, { text: ['the next one'] });
      await page.getByText('the next one').waitFor();
      await endIsShown(page);
    });

    it('stays at the end, unless the person scrolled up: then it tells of new messages', async () => {
      const { page, bench } = await pages.begin();
      for (let count = 0; count < 30; count += 1) await post(bench, { text: [`message ${count}`] });
      await page.getByText('message 29').waitFor();
      await endIsShown(page);
      await page.locator('#scroller').evaluate((scroller: Scroller) => {
        scroller.scrollTop = 100;
      });
      // The page hears of the scrolling before it draws the next picture.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await post(bench, { text: ['something new'] });
      const newer = page.getByRole('button', { name: 'New messages' });
      await newer.waitFor();
      assert.equal(await page.locator('#scroller').evaluate((scroller: Scroller) => scroller.scrollTop), 100);
      await newer.tap();
      await endIsShown(page);
      assert.equal(await newer.isVisible(), false);
      const growing = await post(bench, statusOf(1));
      await page.getByText('step 1 of 35').waitFor();
      await edit(bench, growing, { ...statusOf(2), text: ['step 2\n'.repeat(20)] });
      await page.getByText('step 2').waitFor();
      await endIsShown(page);
      await post(bench, { text: ['and more'], picture: await drawPicture(1), pictureAlt: 'A picture.' });
      await page.getByText('and more').waitFor();
      await page.locator('img[alt="A picture."]').evaluate(decode);
      await endIsShown(page);
    });

    it('is smooth with 200 pictures: only those in sight are loaded, and a change costs little', async () => {
      const bench = await pages.startChat();
      const picture = await drawPicture(1, 640, 400);
      for (let count = 0; count < 200; count += 1) await post(bench, { ...cardOf(Uint8Array.from(picture)) });
      const { page } = await pages.open(bench, PHONE);
      await page.getByRole('article').nth(199).waitFor();
      await endIsShown(page);
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
});

/** The parts of a DOM element that the tests use, since Node has no types for them. */
interface Scroller {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollLeft: number;
  scrollTop: number;
}

interface Element {
  readonly textContent: string;
  querySelectorAll(selector: string): Iterable<{ readonly tagName: string }>;
}

/** The text as JSON, which also carries halves of characters safely out of the browser. */
function readText(element: Element) {
  return {
    pieces: JSON.stringify(element.textContent),
    tags: [...element.querySelectorAll('*')].map(({ tagName }) => tagName),
  };
}

function decode(image: { decode(): Promise<void> }): Promise<void> {
  return image.decode();
}

/** Until the end of the conversation is shown, and then for a moment. */
async function endIsShown(page: Page): Promise<void> {
  const check = async (): Promise<void> => {
    const gap = await page
      .locator('#scroller')
      .evaluate((it: Scroller) => it.scrollHeight - it.scrollTop - it.clientHeight);
    assert.ok(gap < 2, `${gap} pixels below what is shown`);
  };
  await untilTrue(check);
  await holdsFor(50, check);
}

describe('The page in a whole browser', { skip: noChromium || !WITH_REPEATS }, () => {
  const pages = usePages({ isWhole: true });

  it('can be installed as an app', async () => {
    const { page } = await pages.begin();
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test's profile is private, which Chromium reports; nothing else may be reported.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId),
      ['in-incognito'],
    );
  });
});
