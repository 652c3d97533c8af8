/** The timeline of a real run: what was done, how risky it was, what was decided, how it ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunHistory } from '../../../src/journal/history/recorded-history.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { scriptedModel } from '../../support/scripted-model.ts';

const CLICK = { action: 'click', target: { x: 500, y: 500 } };

async function runOnce(answer: 'Approve' | 'Deny') {
  const model = scriptedModel([{ action: 'type', text: 'hello' }, CLICK, { action: 'done', summary: 'ok' }]);
  const risk = (action: { readonly action: string }) => (action.action === 'click' ? 'high' : 'safe');
  const bot = await startTestDeskhand({ model, risk });
  await bot.chat.sendText('/run press <it>');
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  await bot.chat.tap(card.id, answer);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  return createRunHistory(bot.recordings);
}

test('an approved run, from its first look to its end', async () => {
  const history = await runOnce('Approve');
  const [summary, ...more] = await history.list(10);
  assert.equal(more.length, 0);
  assert.equal(summary?.goal, 'press <it>');
  assert.equal(summary?.outcome, 'verified');
  assert.equal(summary?.steps, 3);
  const timeline = await history.read('000001', 'en');
  const entries = timeline?.entries ?? [];
  const [type, click, ...rest] = entries;
  assert.match(type?.title ?? '', /^Typing .*hello/);
  assert.equal(type?.risk, 'safe');
  assert.equal(click?.risk, 'high');
  assert.equal(click?.decision, 'Approved by Owner.');
  assert.equal(click?.reason, 'as the test says');
  assert.ok((await history.frame('000001', click?.frame ?? '')) !== null);
  assert.match(rest.map(({ title }) => title).join('|'), /Checked: it is done \(92\/100\).*Done and checked/);
  assert.equal(entries.at(-1)?.kind, 'end');
});

test('what was denied says so, and was not done', async () => {
  const history = await runOnce('Deny');
  const timeline = await history.read('000001', 'en');
  const denied = timeline?.entries.find(({ risk }) => risk === 'high');
  assert.equal(denied?.decision, 'Denied by Owner.');
  assert.equal(denied?.detail, '');
  assert.equal(timeline?.run.steps, 3);
});

test('a run that is not there, or a name that is no picture, is nothing', async () => {
  const history = await runOnce('Deny');
  assert.equal(await history.read('000009', 'en'), null);
  for (const name of ['../journal.jsonl', 'journal.jsonl', '']) assert.equal(await history.frame('000001', name), null);
});

test('runs are found by their words and number, and taken away for good once they have ended', async () => {
  const history = await runOnce('Deny');
  const found = async (words: string) => (await history.list(10, words)).map(({ runId }) => runId);
  assert.deepEqual(await found('IT press'), ['000001']);
  assert.deepEqual(await found('1'), ['000001']);
  assert.deepEqual(await found('press that'), []);
  const timeline = await history.read('000001', 'en');
  assert.equal(timeline?.again, 'press <it>');
  assert.match((await history.report('000001', 'en')) ?? '', /^<!doctype html>/i);
  assert.equal(await history.remove('000001'), 'removed');
  assert.deepEqual(await history.list(10), []);
  assert.equal(await history.report('000001', 'en'), null);
  assert.equal(await history.remove('000001'), 'unknown');
});

test('a run at work is not taken away', async () => {
  const model = scriptedModel([
    { action: 'ask_user', text: 'Which?', options: [], secret: false },
    { action: 'done', summary: 'ok' },
  ]);
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run ask me');
  await bot.chat.waitFor(({ text }) => text.includes('Which?'));
  const history = createRunHistory(bot.recordings);
  assert.equal(await history.remove('000001'), 'at work');
  assert.equal((await history.read('000001', 'en'))?.again, null);
  await bot.close();
});
