/** Speaking into the page: recorded in a real browser from a microphone that plays a tone, sent as a voice note, heard by our decoder. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { decodeVoice } from '../../../../adapters/voice/decode-voice.ts';
import { noChromium, startChromium, type TestBrowser } from '../../../support/chromium.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { holdsFor } from '../../../support/until.ts';
import { makeWav, noVoice, packNote } from '../../../support/voice-notes.ts';
import { openPage, PHONE, waitForState } from './browser-bench.ts';
import { never, startWebChat } from './web-bench.ts';

describe('Speaking into the page', { skip: noChromium }, () => {
  let chromium: TestBrowser | null = null;
  const ends: (() => void)[] = [];
  before(async () => {
    const folder = makeTempFolder({ after: (end) => void ends.push(end) });
    const tone = join(folder, 'tone.wav');
    writeFileSync(tone, makeWav(3, 440));
    chromium = await startChromium({
      flags: [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${tone}`,
      ],
    });
  });
  after(async () => {
    await chromium?.close();
    for (const end of ends) end();
  });

  async function begin(t: { after(end: () => Promise<void>): void }, options: BrowserContextOptions = PHONE) {
    assert.ok(chromium !== null);
    const bench = await startWebChat();
    const opened = await openPage(chromium.browser, bench, options);
    t.after(async () => {
      await opened.close();
      await bench.chat.stop();
    });
    await waitForState(opened.page, 'connected');
    return { bench, ...opened };
  }

  it('is recorded, sent, and can be heard', async (t) => {
    const { page, bench, audit, problems } = await begin(t);
    const speakAt = performance.now();
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('Recording').waitFor();
    assert.deepEqual(await audit(), [], 'recording');
    await sleep(1500);
    await page.getByRole('button', { name: 'Send voice note' }).click();
    const spokenS = (performance.now() - speakAt) / 1000;
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    const content = bench.received[0]?.content;
    assert.ok(content?.kind === 'voice', JSON.stringify(content));
    assert.equal(content.audio.mediaType, 'audio/wav');
    const fetched = await bench.chat.fetch(content.audio, 10_000_000, never);
    assert.ok(fetched.result === 'fetched');
    const heard = await decodeVoice(fetched.bytes, 300);
    assert.ok(
      heard.ok && heard.seconds > 1 && heard.seconds < spokenS + 1,
      JSON.stringify(heard.ok ? heard.seconds : heard.why),
    );
    assert.ok(
      heard.samples.some((sample) => Math.abs(sample) > 0.05),
      'the tone is in it',
    );
    assert.equal(await page.getByRole('textbox').isVisible(), true);
    assert.equal(await page.locator('.own .files .name').textContent(), 'Voice note');
    assert.deepEqual(await problems(), []);
  });

  it('that is cancelled sends nothing, by keyboard, too', async (t) => {
    const { page, bench } = await begin(t);
    await page.getByRole('button', { name: 'Speak' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Recording').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('textbox').waitFor();
    await holdsFor(300, async () => {
      assert.equal(bench.received.length, 0);
      assert.equal(await page.evaluate('document.activeElement.id'), 'speak');
    });
  });

  it('gives way to Send as soon as there is something to send', async (t) => {
    const { page } = await begin(t);
    await page.getByRole('textbox').fill('hello');
    assert.equal(await page.getByRole('button', { name: 'Speak' }).isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Send' }).isVisible(), true);
  });

  it('is also a sound file without words; with words it is a file', { skip: noVoice }, async (t) => {
    const { page, bench } = await begin(t);
    const note = { name: 'note.ogg', mimeType: 'audio/ogg', buffer: packNote(makeWav(1, 440)) };
    await page.locator('#file-input').setInputFiles(note);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.own .state:empty').waitFor({ state: 'attached' });
    await page.locator('#file-input').setInputFiles(note);
    await page.getByRole('textbox').fill('what is this?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.own .state:empty').nth(1).waitFor({ state: 'attached' });
    assert.deepEqual(
      bench.received.map(({ content }) => content.kind),
      ['voice', 'files'],
    );
  });
});

it('a microphone that is refused is said', { skip: noChromium }, async (t) => {
  const { browser, close } = await startChromium({ flags: ['--use-fake-device-for-media-stream'] });
  const bench = await startWebChat();
  t.after(async () => {
    await close();
    await bench.chat.stop();
  });
  const { page } = await openPage(browser, bench, { ...PHONE, permissions: [] });
  await waitForState(page, 'connected');
  await page.getByRole('button', { name: 'Speak' }).click();
  await page.getByText('The microphone cannot be used: allow it for this page, or write.').waitFor();
});
