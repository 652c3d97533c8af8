/** The question that the run of an order ended on: how long it is open, what closes it, and what an answer does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { outcomesOf, says, setOrder as set } from '../support/order-chat.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const HOUR = 60 * 60_000;
const RISKY = { action: 'shell', command: 'rm x' };
const risk = ({ action }: { readonly action: string }): 'high' | 'safe' => (action === 'shell' ? 'high' : 'safe');

test('the question of a parked run lives until its order comes again, and is a Deny then', async (t) => {
  const bot = await startTestDeskhand({
    model: scriptedModel([RISKY, DONE]),
    clock: createRunningClock(MONDAY, 600),
    risk,
  });
  t.after(() => bot.close());
  await set(bot.chat, 'every 10 minutes tidy up late=10h');
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  assert.deepEqual(bot.desktop.did, [], 'the desktop is free');
  assert.match(card.text, /Open until Mon, .*; no answer by then counts as a no\./);
  assert.doesNotMatch(card.text, /expires at/, 'the ten minutes of a run are not what holds');
  await bot.chat.waitFor(({ id, text }) => id === card.id && /No answer came in time, so it was not done\./.test(text));
  await says(bot.chat, /^Order 1, “tidy up”: no answer came in time, so it was not done\.$/);
  await until(() => outcomesOf(bot).length >= 2);
  assert.deepEqual(outcomesOf(bot).slice(0, 2), ['parked', 'verified']);
});

for (const [how, why] of [
  ['/orders delete 1', /The order was paused or deleted meanwhile, so it was not done\.$/],
  ['/orders pause 1', /The order was paused or deleted meanwhile, so it was not done\.$/],
  ['/orders edit 1 every day at 8:00 look around', /The order was changed meanwhile, so it was not done\.$/],
] as const)
  test(`the question of a parked run closes with “${how}”, and says why`, async (t) => {
    const clock = createRunningClock(MONDAY, 200);
    const bot = await startTestDeskhand({ model: scriptedModel([RISKY, RISKY]), clock, risk });
    t.after(() => bot.close());
    await set(bot.chat, 'every day at 9:00 tidy up');
    await set(bot.chat, 'every day at 9:00 clean the desk');
    clock.jump(26 * HOUR);
    const card = await says(bot.chat, /^Order 1 needs your answer/);
    const other = await says(bot.chat, /^Order 2 needs your answer/);
    if (how.includes('edit')) await set(bot.chat, how);
    else await bot.chat.sendText(how);
    const closed = await bot.chat.waitFor(({ id, text }) => id === card.id && why.test(text));
    assert.ok(!closed.buttons.flat().some(({ isLive }) => isLive));
    const kept = bot.chat.seen().find(({ id }) => id === other.id);
    assert.deepEqual(
      kept?.buttons.flat().map(({ isLive }) => isLive),
      [true, true],
      'another order’s question stays',
    );
    assert.deepEqual(bot.desktop.did, []);
  });

test('a Deny ends it, and nothing of it runs', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY]), clock, risk });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours tidy up');
  clock.jump(2 * HOUR);
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.waitFor(({ id, text }) => id === card.id && /Denied\.$/.test(text));
  assert.deepEqual(bot.types('000002'), []);
});
