/** The end of a run shows the screen before and after it in one picture; what was not touched is shown once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });

test('what was changed is shown before and after, with words that say which is which', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([CLICK, DONE]) });
  await bot.chat.sendText('/run press it');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  const size = end.picture === null ? null : readJpegSize(end.picture);
  assert.ok(size !== null && size.height > size.width, JSON.stringify(size));
  assert.match(end.text, /Above: before\. Below: after\.$/);
  assert.match(end.pictureAlt, /Above, the screen before the run/);
  assert.ok((await bot.recordings.readFrame('000001', 'before-after.jpg')) !== null);
});

test('a run after which the screen looks as before shows it once', async () => {
  const looks = step({ action: 'wait', seconds: 0 });
  const bot = await startTestDeskhand({ model: scriptedModel([looks, DONE]) });
  await bot.chat.sendText('/run wait');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  const size = end.picture === null ? null : readJpegSize(end.picture);
  assert.ok(size !== null && size.width > size.height, JSON.stringify(size));
  assert.doesNotMatch(end.text, /before/);
});

test('a run that did nothing shows the screen once', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await bot.chat.sendText('/run look');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  const size = end.picture === null ? null : readJpegSize(end.picture);
  assert.ok(size !== null && size.width > size.height, JSON.stringify(size));
  assert.doesNotMatch(end.text, /before/);
});
