/** Quiet, normal, verbose: what each of them shows while a run works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { holdsFor } from '../support/until.ts';

const WAIT = { screen: 'x', intent: 'y', action: { action: 'wait', seconds: 1 }, note: null };
const DONE = { ...WAIT, action: { action: 'done', summary: 'ok' } };

function model(steps: number) {
  return scriptedModel([...Array(steps).fill(WAIT), DONE]);
}

test('quiet shows only the end, and stays quiet after a restart', async () => {
  const first = await startTestDeskhand({ model: model(0) });
  await first.chat.sendText('/detail quiet');
  await first.chat.waitFor(({ text }) => text === 'Detail level: quiet.');
  await first.close();
  const bot = await startTestDeskhand({ model: model(1), after: first });
  await bot.chat.sendText('/run something');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  assert.deepEqual(
    bot.chat.seen().map(({ kind }) => kind),
    ['end'],
  );
  await bot.close();
});

test('verbose shows the screen and the risk in the live message, in place', async () => {
  const bot = await startTestDeskhand({ model: model(4) });
  await bot.chat.sendText('/detail verbose');
  await bot.chat.sendText('/run something');
  const live = await bot.chat.waitFor(({ kind, picture }) => kind === 'status' && picture !== null, 10_000);
  assert.match(live.text, /Risk: safe – as the test says/);
  await bot.chat.waitFor(({ kind }) => kind === 'end', 10_000);
  assert.equal(bot.chat.seen().filter(({ kind }) => kind === 'status').length, 1);
  await bot.close();
});

test('normal is one live message in words; /detail alone says what there is', async () => {
  const bot = await startTestDeskhand({ model: model(1) });
  await bot.chat.sendText('/detail');
  await bot.chat.waitFor(({ text }) => /Detail level: normal\..*verbose/.test(text));
  await bot.chat.sendText('/run something');
  const live = await bot.chat.waitFor(({ kind }) => kind === 'status');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await holdsFor(50, () => {
    const after = bot.chat.seen().find(({ id }) => id === live.id);
    assert.equal(after?.picture, null);
    assert.doesNotMatch(after?.text ?? '', /Risk:/);
  });
  await bot.close();
});
