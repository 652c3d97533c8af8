/** The queue on its card: moved, cancelled, and the same after a restart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakePost } from '../fakes/chat.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';

const WAIT = { screen: 'x', intent: 'y', action: { action: 'wait', seconds: 30 }, note: null };

async function begin(): Promise<TestDeskhand> {
  const bot = await startTestDeskhand({ model: createFakeModel(() => WAIT) });
  for (const goal of ['first', 'second', 'third', 'fourth']) await bot.chat.sendText(`/run ${goal}`);
  await bot.chat.waitFor(({ text }) => text.startsWith('Queued, 3 ahead of it'));
  return bot;
}

async function card(bot: TestDeskhand, edits = 0): Promise<FakePost> {
  return bot.chat.waitFor((post) => post.text.startsWith('Now: ') && post.edits >= edits);
}

const goals = (post: FakePost): readonly string[] =>
  [...post.text.matchAll(/^\d\. (\w+)$/gm)].map((found) => found[1] ?? '');

test('each waiting command has its buttons; a press moves or cancels it, and the card follows', async () => {
  const bot = await begin();
  await bot.chat.sendText('/queue');
  const shown = await card(bot);
  assert.deepEqual(goals(shown), ['second', 'third', 'fourth']);
  assert.deepEqual(
    shown.buttons.map((row) => row.map(({ label }) => label)),
    [['✕ Cancel 1'], ['↑ 2 earlier', '✕ Cancel 2'], ['↑ 3 earlier', '✕ Cancel 3']],
  );
  await bot.chat.tap(shown.id, '↑ 3 earlier');
  assert.deepEqual(goals(await card(bot, 1)), ['second', 'fourth', 'third']);
  assert.equal((await bot.chat.tap(shown.id, '✕ Cancel 1')).toast, 'Cancelled.');
  assert.deepEqual(goals(await card(bot, 2)), ['fourth', 'third']);
  await bot.close();
  const next = await startTestDeskhand({ model: createFakeModel(() => WAIT), after: bot });
  await next.chat.waitFor(({ text }) => /fourth/.test(text));
  await next.chat.sendText('/queue');
  const after = await next.chat.waitFor((post) => post.text.startsWith('Now: '));
  assert.match(after.text, /^Now: fourth/);
  assert.deepEqual(goals(after), ['third']);
  await next.close();
});

test('a press on an old card says that it is over, and the card shows what is', async () => {
  const bot = await begin();
  await bot.chat.sendText('/queue');
  const shown = await card(bot);
  const data = bot.chat.dataOf(shown.id, '✕ Cancel 1');
  await bot.chat.sendText('/stop all');
  assert.equal((await bot.chat.tapData(data)).toast, "It's no longer in the queue.");
  await bot.chat.waitFor((post) => post.id === shown.id && post.buttons.length === 0);
  await bot.close();
});
