/** What the whole says beside its runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from '../src/words/say.ts';
import { createFakeModel } from './fakes/model.ts';
import { createFakeStateStore } from './fakes/state-store.ts';
import { startTestDeskhand } from './support/deskhand.ts';
import { until } from './support/until.ts';

test('what becomes of the hands is told in the language of whose run it is', async () => {
  const model = createFakeModel(() => 'hang');
  const bot = await startTestDeskhand({ model, language: 'de' });
  await bot.chat.sendText('/run one');
  await until(() => model.asked.length > 0, 'the model is asked');
  bot.deskhand.tellCurrent(say`The desktop is back.`);
  const { text } = await bot.chat.waitFor((message) => message.text.startsWith('Der Schreibtisch'));
  assert.equal(text, 'Der Schreibtisch ist wieder da.');
  await bot.close();
});

test('that it is back is said unasked, once to each person, in the language their chat last reported', async () => {
  const state = createFakeStateStore();
  const first = await startTestDeskhand({ model: null, state });
  await first.chat.sendText('/help', { sender: { ...first.chat.sender, language: 'de-AT' } });
  await first.chat.waitFor(({ text }) => text.includes('/stop'));
  await first.close();
  const bot = await startTestDeskhand({ model: null, state });
  bot.deskhand.tellReturn();
  await bot.chat.waitFor(({ text }) => text.startsWith('Ich wurde unerwartet beendet und bin wieder da.'));
  assert.equal(bot.chat.seen().filter(({ text }) => text.includes('wieder da')).length, 1);
  await bot.close();
});
