import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';

test('a picture that was shrunk has a button for the original, which comes as a file', async () => {
  const desktop = createFakeDesktop({ width: 2240, height: 1344 });
  const bot = await startTestDeskhand({ model: null, desktop });
  await bot.chat.sendText('/screenshot');
  const shown = await bot.chat.waitFor(({ picture }) => picture !== null);
  await bot.chat.tap(shown.id, 'Original size');
  const sent = await bot.chat.waitFor(({ file }) => file !== null);
  assert.match(sent.file?.name ?? '', /^screen-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.jpg$/);
  assert.match(sent.text, /2240 × 1344/);
  assert.deepEqual(readJpegSize(sent.file?.bytes ?? new Uint8Array()), { width: 2240, height: 1344 });
  await bot.close();
});

test('a picture in its own size has no such button', async () => {
  const bot = await startTestDeskhand({ model: null });
  await bot.chat.sendText('/screenshot');
  const shown = await bot.chat.waitFor(({ picture }) => picture !== null);
  assert.ok(!shown.buttons.flat().some(({ label }) => label === 'Original size'));
  await bot.close();
});
