/** The page in a real browser, from the first load to an approved and checked run. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noChromium, startChromium } from '../support/chromium.ts';
import { startTestLaunch } from '../support/launched.ts';
import { repeats } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

for (const colorScheme of ['light', ...repeats('dark' as const)] as const) {
  test(`on a phone's screen, ${colorScheme}: the link opens the page, a run is asked for, watched, approved and checked`, {
    skip: noX11 || noChromium,
  }, async (t) => {
    const bot = await startTestLaunch(t);
    const { browser, close } = await startChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      const startedAt = performance.now();
      await page.goto(bot.launched.chats.web?.openLink() ?? '');
      const composer = page.getByRole('textbox');
      await composer.waitFor();
      const loadedMs = performance.now() - startedAt;
      assert.doesNotMatch(page.url(), /#./, 'the secret leaves the address at once');

      await composer.fill('/run demo in xterm: seen on a phone');
      await composer.press('Enter');
      const approve = page.getByRole('button', { name: 'Approve' });
      await approve.waitFor({ timeout: 60_000 });
      assert.equal(existsSync(join(bot.home, 'deskhand-demo.txt')), false);
      assert.equal((await page.getByText('echo seen on a phone > ~/deskhand-demo.txt').count()) > 0, true);
      await approve.tap();
      await page.getByText('Done and checked').first().waitFor({ timeout: 60_000 });
      assert.equal(existsSync(join(bot.home, 'deskhand-demo.txt')), true);
      assert.equal(
        await page.getByRole('button', { name: 'Approve', disabled: true }).count(),
        1,
        'the decided card keeps its buttons, dead',
      );
      await page.getByRole('img').first().waitFor();
      assert.deepEqual(complaints, []);
      assert.ok(loadedMs < 15_000, `the page took ${Math.round(loadedMs)} ms`);

      await page.reload();
      await page.getByText('Done and checked').first().waitFor();
    } finally {
      await close();
      await bot.stop();
    }
  });
}
