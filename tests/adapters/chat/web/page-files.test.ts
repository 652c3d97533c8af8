/** Files on the page: chosen, dropped, left out, sent, sent again. */
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { noChromium } from '../../../support/chromium.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { DESK, usePages } from './browser-bench.ts';
import { never } from './web-bench.ts';

const NOTES = { name: 'notes é.txt', mimeType: 'text/plain', buffer: Buffer.from('remember the milk') };
const PICTURE = {
  name: 'a long name of a picture that goes on and on.png',
  mimeType: 'image/png',
  buffer: Buffer.alloc(1_500_000),
};

describe('Files on the page', { skip: noChromium }, () => {
  const pages = usePages();

  it('are chosen, shown, left out, and go along with the words', async () => {
    const { page, bench, audit, problems } = await pages.begin();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await choosing).setFiles([NOTES, PICTURE]);
    assert.deepEqual(await page.locator('#files .name').allTextContents(), [NOTES.name, PICTURE.name]);
    assert.deepEqual(await audit(), []);
    await page.getByRole('button', { name: `Leave out ${PICTURE.name}` }).click();
    await page.getByRole('textbox').fill('read this');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    const content = bench.received[0]?.content;
    assert.ok(content?.kind === 'files' && content.text === 'read this');
    const [file, ...more] = content.files;
    assert.ok(file !== undefined && more.length === 0);
    assert.equal(file.name, NOTES.name);
    assert.equal(file.mediaType, 'text/plain');
    const fetched = await bench.chat.fetch(file, 1000, never);
    assert.equal(fetched.result === 'fetched' && Buffer.from(fetched.bytes).toString(), 'remember the milk');
    assert.deepEqual(await page.locator('.own .files .name').allTextContents(), [NOTES.name]);
    assert.equal(await page.locator('#files').isVisible(), false);
    assert.deepEqual(await audit(), []);
    assert.deepEqual(await problems(), []);
  });

  it('need no words, and can be dropped', async () => {
    const { page, bench } = await pages.begin(DESK);
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['x'], 'dropped.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    await page.dispatchEvent('#scroller', 'drop', { dataTransfer: data });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    const content = bench.received[0]?.content;
    assert.ok(content?.kind === 'files' && content.text === '' && content.files.length === 1);
  });

  it('that are too large are said at once and not sent', async (t) => {
    const { page, bench } = await pages.begin();
    const huge = join(makeTempFolder(t), 'huge.iso');
    writeFileSync(huge, '');
    truncateSync(huge, 21 * 1024 * 1024);
    await page.locator('#file-input').setInputFiles(huge);
    await page.getByText('huge.iso is larger than 20 MB.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send' }).isVisible(), false);
    assert.equal(bench.received.length, 0);
  });

  it('that did not arrive go with “Try again”', async () => {
    const { page, bench, wire } = await pages.beginOnWire();
    await page.locator('#file-input').setInputFiles(NOTES);
    await page.clock.install();
    wire.cut();
    await page.getByRole('button', { name: 'Send' }).click();
    // The page's six tries are seconds apart.
    const notSent = page.getByText('Not sent.').first();
    for (let seconds = 0; !(await notSent.isVisible()); seconds += 1) {
      assert.ok(seconds < 600, 'it never gives up');
      await page.clock.runFor(1000);
    }
    wire.mend();
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await page.locator('.own .state:empty').waitFor({ state: 'attached', timeout: 60_000 });
    assert.ok(bench.received[0]?.content.kind === 'files');
  });
});
