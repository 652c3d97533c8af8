/** Voice notes through a whole Deskhand: heard, shown, and nobody's words before somebody says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcriber } from '../../src/ports/transcriber.ts';
import type { FakePost } from '../fakes/chat.ts';
import type { FakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const NOTE = Uint8Array.of(79, 103, 103, 83);
const DONE = { screen: 'x', intent: 'y', action: { action: 'done', summary: 'ok' }, note: null };
const isCard = ({ text }: FakePost): boolean => text.startsWith('I heard:');
const isEnd = ({ kind }: FakePost): boolean => kind === 'end';

function hears(text: string): Transcriber {
  return { transcribe: async () => ({ ok: true, text, seconds: 2 }) };
}

function done(): FakeModel {
  return scriptedModel([DONE]);
}

test('what was heard is shown, and runs after Run, once', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model, transcriber: hears('Open the calendar.') });
  await bot.chat.sendVoice(NOTE, 2);
  const card = await bot.chat.waitFor(isCard);
  assert.equal(card.text, 'I heard: “Open the calendar.”');
  assert.deepEqual(
    card.buttons.flat().map(({ label }) => label),
    ['Run it', 'Cancel'],
  );
  assert.equal(model.asked.length, 0);
  await bot.chat.tap(card.id, 'Run it');
  await bot.chat.redeliver();
  const end = await bot.chat.waitFor(isEnd);
  assert.match(end.text, /Open the calendar/);
  assert.equal(bot.recordings.runs.size, 1);
  const decided = await bot.chat.waitFor((post) => isCard(post) && post.edits > 0);
  assert.deepEqual(decided.buttons, []);
  await bot.close();
});

test('Cancel ends it, and nothing was done', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model, transcriber: hears('delete everything') });
  await bot.chat.sendVoice(NOTE, 2);
  const card = await bot.chat.waitFor(isCard);
  await bot.chat.tap(card.id, 'Cancel');
  await bot.chat.waitFor((post) => isCard(post) && post.text.includes('Cancelled.'));
  assert.equal(model.asked.length, 0);
  await bot.close();
});

test('a spoken “stop” stops at once', async () => {
  const model = scriptedModel([{ action: 'wait', seconds: 30 }]);
  const bot = await startTestDeskhand({ model, transcriber: hears('Stop.') });
  await bot.chat.sendText('/run wait');
  await bot.chat.waitFor(({ kind }) => kind === 'status');
  await bot.chat.sendVoice(NOTE, 1);
  const end = await bot.chat.waitFor(isEnd);
  assert.match(end.text, /Stopped/);
  await bot.close();
});

test('a note that is too long, too large or not heard says why', async () => {
  const bot = await startTestDeskhand({ model: null });
  await bot.chat.sendVoice(NOTE, 301);
  await bot.chat.waitFor(({ text }) => /5 minutes/.test(text));
  assert.equal(bot.chat.fetches(), 0);
  await bot.chat.sendVoice(new Uint8Array(11 * 1024 * 1024), null);
  await bot.chat.waitFor(({ text }) => /couldn't receive your voice note: .*10 MB/.test(text));
  await bot.chat.sendVoice(NOTE, 2);
  await bot.chat.waitFor(({ text }) => text === 'nothing was heard');
  await bot.close();
});

test('a note that was being listened to when Deskhand ended is heard by the next life; Run outlives a restart', async () => {
  const slow: Transcriber = {
    transcribe: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const first = await startTestDeskhand({ model: done(), transcriber: slow });
  await first.chat.sendVoice(NOTE, 2);
  await first.close();
  const second = await startTestDeskhand({
    model: done(),
    transcriber: hears('hello'),
    after: first,
    chatFiles: first.chat,
  });
  const card = await second.chat.waitFor(isCard);
  const data = second.chat.dataOf(card.id, 'Run it');
  await second.close();
  const third = await startTestDeskhand({ model: done(), after: second });
  assert.deepEqual(third.chat.seen(), []);
  await third.chat.tapData(data);
  await third.chat.waitFor(isEnd);
  await third.close();
});
