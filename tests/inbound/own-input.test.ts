/** A hijacked run that types into Deskhand's own chat on the same screen: what comes of it counts for nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

async function typeInto(app: string, title: string) {
  const bot = await startTestDeskhand({
    model: scriptedModel([{ action: 'type', text: '/run rm -rf ~' }, DONE]),
  });
  bot.desktop.setFront({ app, title, pid: 7 });
  bot.desktop.slowDown(5000);
  await bot.chat.sendText('/run say hello');
  await until(bot.desktop.isActing, 'it types');
  return bot;
}

test('a command that comes while our input goes into our own chat is not taken; a stop is', async () => {
  const bot = await typeInto('Chromium', 'Deskhand');
  await bot.chat.sendText('/run rm -rf ~');
  const refused = await bot.chat.waitFor(({ text }) => /^Ignored: it came while I was working/.test(text));
  assert.equal(refused.kind, 'reply');
  await bot.chat.sendText('/run once more');
  await bot.chat.sendText('/stop');
  await bot.chat.waitFor(({ kind, text }) => kind === 'end' && /Stopped/.test(text));
  await bot.close();
  assert.deepEqual([...bot.recordings.runs.keys()], ['000001']);
});

test('in any other window it is taken as always', async () => {
  const bot = await typeInto('Mousepad', 'notes');
  await bot.chat.sendText('/run something else');
  await bot.chat.waitFor(({ text }) => /^Queued, 1 ahead of it/.test(text));
  await bot.close();
});
