/** Coming in, and what happens when the connection breaks, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinWebChat } from '../../../../adapters/chat/web/client.ts';
import { createFakeStateStore } from '../../../fakes/state-store.ts';
import { noChromium } from '../../../support/chromium.ts';
import { WITH_REPEATS } from '../../../support/repeats.ts';
import { until } from '../../../support/until.ts';
import { cardOf, PHONE, post, usePages, waitForState } from './browser-bench.ts';

describe('The connection of the page', { skip: noChromium }, () => {
  const pages = usePages();

  describe('and its link', () => {
    it('leaves no secret in the address bar, the history or the storage', async () => {
      const bench = await pages.startChat();
      const link = bench.chat.openLink();
      const { page } = await pages.open(bench, PHONE, link);
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
      const bench = await pages.startChat();
      const link = bench.chat.openLink();
      await pages.open(bench, PHONE, link);
      const { page, audit } = await pages.open(bench, PHONE, link);
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await page.getByText('npm run link').waitFor();
      assert.equal(await page.getByRole('textbox').isVisible(), false);
      assert.deepEqual(await audit(), []);
    });

    it('is no harm when it is opened again where it was opened before', async () => {
      const bench = await pages.startChat();
      const link = bench.chat.openLink();
      const { page } = await pages.open(bench, PHONE, link);
      await waitForState(page, 'connected');
      await page.goto('about:blank');
      await page.goto(link);
      await waitForState(page, 'connected');
    });

    it('holds back what is sent before it has let the browser in', async () => {
      const bench = await pages.startChat();
      const { page } = await pages.open(bench, PHONE, 'about:blank');
      const gate = Promise.withResolvers<void>();
      await page.route('**/session', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto(bench.chat.openLink());
      await page.getByRole('textbox').fill('already here');
      await page.getByRole('textbox').press('Enter');
      await page.locator('.own').waitFor();
      // A round trip of the page's own, after which everything sent before is on its way.
      await page.evaluate(`fetch('/page/nothing')`);
      gate.resolve();
      await waitForState(page, 'connected');
      const { content } = await until(() => bench.received[0], 'the message');
      assert.deepEqual(content, { kind: 'text', text: 'already here' });
      assert.equal(await page.getByText('Not sent').count(), 0);
    });

    it('ends where the settings of any browser say so, and the others go on', async () => {
      const bench = await pages.startChat();
      const other = await pages.open(bench, PHONE);
      const { page, audit, problems } = await pages.open(bench, PHONE);
      await page.getByRole('button', { name: 'Settings' }).click();
      const out = page.getByRole('button', { name: /^Sign out: A browser/ });
      await out.waitFor();
      assert.deepEqual(await audit(), []);
      await out.click();
      await out.waitFor({ state: 'detached' });
      await other.page.getByRole('heading', { name: 'The session has ended' }).waitFor();
      await page.getByRole('button', { name: 'What I remember' }).click();
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.deepEqual(bench.received[0]?.content, { kind: 'text', text: '/memory' });
      await waitForState(page, 'connected');
      assert.deepEqual(await problems(), []);
    });

    it('is needed: the bare address shows how to get one', async () => {
      const bench = await pages.startChat();
      const { page, audit, problems } = await pages.open(bench, PHONE, bench.origin());
      await page.getByRole('heading', { name: 'This page is not signed in' }).waitFor();
      assert.deepEqual(await audit(), []);
      assert.deepEqual(await problems(), []);
    });
  });

  describe('and a connection', () => {
    it('that breaks is said, and nothing is lost or doubled on either side', async () => {
      const { page, bench, wire } = await pages.beginOnWire();
      await post(bench, { text: ['before'] });
      await page.getByText('before').waitFor();
      await page.evaluate('first = document.querySelector("article")');
      wire.cut();
      await waitForState(page, 'lost');
      await page.getByRole('status').getByText('Connection lost').waitFor();
      await post(bench, { text: ['while away'] });
      await page.getByRole('textbox').fill('written while away');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Sending…').waitFor();
      assert.equal(await page.getByText('while away', { exact: true }).count(), 0);
      wire.mend();
      await waitForState(page, 'connected');
      await page.getByText('while away', { exact: true }).waitFor();
      await page.locator('.own .state:empty').waitFor({ state: 'attached' });
      assert.equal(await page.getByText('before').count(), 1);
      assert.equal(await page.evaluate('first === document.querySelector("article")'), true, 'only what changed came');
      assert.equal(await page.locator('.own').count(), 1);
      assert.equal(bench.received.length, 1);
    });

    it('that is silent for two seconds is said, also while nothing breaks it', async () => {
      const { page, bench, wire } = await pages.beginOnWire();
      await page.clock.install();
      await post(bench, { text: ['the last that came'] });
      await page.getByText('the last that came').waitFor();
      wire.freeze();
      await page.clock.fastForward(2_000);
      await page.getByRole('status').getByText('Connection lost').waitFor();
      wire.mend();
      await page.clock.fastForward(6_000);
      await waitForState(page, 'connected');
    });

    it('that stays away says what to do, and goes on by itself when it is back', async () => {
      const { page, audit, wire } = await pages.beginOnWire();
      await page.clock.install();
      wire.cut();
      await waitForState(page, 'lost');
      await page.clock.fastForward(16_000);
      await page.getByRole('heading', { name: 'Deskhand does not answer' }).waitFor();
      assert.deepEqual(await audit(), []);
      wire.mend();
      await page.clock.fastForward(6_000);
      await waitForState(page, 'connected');
      assert.equal(await page.getByRole('heading', { name: 'Deskhand does not answer' }).isVisible(), false);
      assert.equal(await page.title(), 'Deskhand');
    });

    if (WITH_REPEATS)
      it('survives a reload, with everything that was posted while no page was open', async () => {
        const { page, bench } = await pages.begin();
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
      const { page, audit, bench } = await pages.begin();
      await post(bench, cardOf());
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.getByRole('textbox').fill('a long thought');
      const port = Number(new URL(bench.origin()).port);
      await bench.chat.stop();
      const again = await pages.startChat({ port });
      await page.getByRole('heading', { name: 'The session has ended' }).waitFor({ timeout: 20_000 });
      await page.getByText('npm run link').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Approve' }).isDisabled(), true);
      assert.equal(await page.getByRole('textbox').inputValue(), 'a long thought');
      assert.deepEqual(await audit(), []);
      await page.goto(again.chat.openLink());
      await waitForState(page, 'connected');
      assert.equal(await page.getByRole('article').count(), 0);
      assert.equal(await page.getByRole('heading', { name: 'The session has ended' }).isVisible(), false);
    });

    if (WITH_REPEATS)
      it('outlives a restart of Deskhand: the same tab goes on by itself, with what was said before and after', async () => {
        const [state, kept] = [createFakeStateStore(), createFakeStateStore()];
        const { page, bench, problems } = await pages.begin(PHONE, { state, kept });
        await page.getByRole('textbox').fill('before');
        await page.getByRole('textbox').press('Enter');
        await page.locator('.own .state:empty').waitFor({ state: 'attached' });
        await page.getByRole('textbox').fill('a long thought');
        const port = Number(new URL(bench.origin()).port);
        await bench.chat.stop();
        await waitForState(page, 'lost');
        const again = await pages.startChat({ port, state, kept });
        await waitForState(page, 'connected');
        await post(again, { text: ['after'] });
        await page.getByText('after', { exact: true }).waitFor();
        assert.deepEqual(await page.getByRole('article').locator('.text').allTextContents(), ['before', 'after']);
        assert.equal(await page.getByRole('textbox').inputValue(), 'a long thought');
        await page.getByRole('textbox').press('Enter');
        await until(() => again.received[0]);
        assert.deepEqual(
          (await problems()).filter((line) => !line.includes('ERR_')),
          [],
        );
      });

    it('is shared by four tabs; a fifth takes over from the first, which can take it back', async () => {
      const { page, bench } = await pages.begin();
      const second = await page.context().newPage();
      await second.goto(bench.origin());
      await waitForState(second, 'connected');
      const left = new AbortController();
      // Three more, without a browser.
      const joined = Array.from({ length: 3 }, async () => {
        const client = await joinWebChat(bench.chat.openLink(), left.signal);
        await client.waitFor(() => false, left.signal).catch(() => undefined);
      });
      await waitForState(page, 'crowded');
      await page.getByRole('button', { name: 'Use it here' }).click();
      await waitForState(page, 'connected');
      await waitForState(second, 'crowded');
      left.abort();
      await Promise.all(joined);
    });
  });
});
