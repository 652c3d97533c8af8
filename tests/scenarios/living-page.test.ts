/** Work on a page where a clock ticks, a banner slides and a video plays: decisions and approvals hold, and what matters is caught. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { Planted } from '../support/living-page.ts';
import { approveOnce, clickItems, openLivingPage } from '../support/living-runs.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { noX11 } from '../support/x11.ts';

const noBrowser = existsSync('/usr/bin/chromium') ? false : 'not installed: chromium';

const BY_PIXELS = /something (?:in|around|else in) .*(?:looks different|changed)|place to click looks different/;

const CHANGES: readonly (readonly [Planted, RegExp])[] = [
  ['amount', /“Total: 99 euro” now, not “Total: 12 euro”/],
  ...repeats(
    ['modal elsewhere', /a dialog opened: “Delete all\?”/] as const,
    ['recipient', /“Eve Mallory” now, not “Ada Lovelace”/] as const,
    ['target covered', /place to click looks different|“New message: press to answer” came up/] as const,
    ['address', /another page is open|which page is open|was closed/] as const,
  ),
];

test('a page that is never still', { skip: noX11 || noBrowser }, async (t) => {
  const window = await openLivingPage(['clock', 'banner', 'video']);
  try {
    await t.test('a model that thinks for a second has its decisions carried out', async () => {
      const work = await clickItems(window, WITH_REPEATS ? 4 : 2, 1000);
      assert.ok(work.isRight, JSON.stringify(work));
      // The first of them may come before anybody knows what moves here.
      assert.ok(work.dropped <= 1, JSON.stringify(work));
    });
    await t.test('a yes counts at once and later', async () => {
      for (const tapMs of [...repeats(0), 1500])
        assert.deepEqual(await approveOnce(window, tapMs, null), { cards: 1, acts: 1, again: '' });
    });
    for (const [planted, words] of CHANGES)
      await t.test(`what changes between the question and the yes: ${planted}`, async () => {
        await window.page.renew(['clock', 'banner']);
        const asked = await approveOnce(window, 300, planted);
        assert.equal(asked.acts, 0);
        // On a busy machine the pixels may be all that is there to tell.
        assert.match(asked.again, new RegExp(`${words.source}|${BY_PIXELS.source}`));
      });
  } finally {
    await window.close();
  }
});
