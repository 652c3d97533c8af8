/** The question that the run of an order ended on: how long it is open, what closes it, and what an answer does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
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
  assert.doesNotMatch(card.text, /open until/, 'the ten minutes of a run are not what holds');
  // The question's time ends at the moment at which the order is due again, so either may close it.
  const closed = /No answer came in time, so it was not done\.|The order came again meanwhile/;
  await bot.chat.waitFor(({ id, text }) => id === card.id && closed.test(text));
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

const liveOf = (bot: TestDeskhand, card: string): number =>
  bot.chat.seen().flatMap(({ id, buttons }) => (id === card ? buttons.flat().filter(({ isLive }) => isLive) : []))
    .length;

test('“stop all” is a Deny for what an order asks, and for what it missed', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY]), clock, risk });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours tidy up');
  clock.jump(2 * HOUR);
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  await set(bot.chat, 'in 2 hours clean the desk missed=ask');
  clock.jump(5 * HOUR);
  const missed = await says(bot.chat, /^Do it now\?/);
  await bot.chat.sendText('/stop');
  await says(bot.chat, /^Nothing was running\.$/);
  assert.deepEqual(
    [liveOf(bot, card.id), liveOf(bot, missed.id)],
    [2, 2],
    'a stop without “all” is for what is under way',
  );
  await bot.chat.sendText('/stop all');
  await says(bot.chat, /^Nothing was running\. 2 waiting commands cancelled\.$/);
  await bot.chat.waitFor(({ id, text }) => id === card.id && /Denied\.$/.test(text));
  await bot.chat.waitFor(({ id, text }) => id === missed.id && /Order 2: left out\.$/.test(text));
  await until(() => outcomesOf(bot).length === 2);
  assert.deepEqual(outcomesOf(bot), ['parked', 'missed']);
  assert.deepEqual(bot.types('000002'), []);
});

test('an order that is run again closes the question of the time before, and starts once', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY, RISKY, DONE]), clock, risk });
  t.after(() => bot.close());
  await set(bot.chat, 'every day at 9:00 tidy up');
  clock.jump(26 * HOUR);
  const first = await says(bot.chat, /^Order 1 needs your answer/);
  await bot.chat.sendText('/orders run 1');
  const second = await bot.chat.waitFor(({ id, text }) => id !== first.id && /^Order 1 needs your answer/.test(text));
  const closed = bot.chat.seen().find(({ id }) => id === first.id);
  assert.match(closed?.text ?? '', /The order came again meanwhile, so this time was not done\.$/);
  assert.deepEqual([liveOf(bot, first.id), liveOf(bot, second.id)], [0, 2]);
  await bot.chat.tap(second.id, 'Start');
  await says(bot.chat, /^✅ Done and checked/);
  assert.deepEqual(bot.types('000004'), [], 'two that parked, and one that was started');
});

test('two calls of a trigger have a question each', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY, RISKY, DONE]), clock, risk });
  t.after(() => bot.close());
  await set(bot.chat, '/orders trigger tidy tidy {where}');
  for (const where of ['kitchen', 'cellar'])
    assert.equal((await bot.deskhand.triggers.take({ name: 'tidy', id: `call-${where}`, fields: { where } })).ok, true);
  const kitchen = await says(bot.chat, /^Order 1 needs your answer[\s\S]*where: kitchen/);
  const cellar = await says(bot.chat, /^Order 1 needs your answer[\s\S]*where: cellar/);
  assert.deepEqual([liveOf(bot, kitchen.id), liveOf(bot, cellar.id)], [2, 2]);
  await bot.chat.tap(cellar.id, 'Deny');
  await bot.chat.tap(kitchen.id, 'Start');
  await says(bot.chat, /^✅ Done and checked[\s\S]*where: kitchen/);
  assert.deepEqual(bot.types('000004'), []);
});

test('a Start after its time is none, also when the computer slept through the time', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY]), clock, risk });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours tidy up');
  clock.jump(2 * HOUR);
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  clock.jump(25 * HOUR);
  await bot.chat.tap(card.id, 'Start');
  await bot.chat.waitFor(
    ({ id, text }) => id === card.id && /No answer came in time, so it was not done\.$/.test(text),
  );
  await says(bot.chat, /^Order 1, “tidy up”: no answer came in time, so it was not done\.$/);
  assert.deepEqual(bot.types('000002'), []);
});

test('who loses access has no question open either', async (t) => {
  let isAllowed = true;
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({
    model: scriptedModel([RISKY]),
    clock,
    risk,
    isOwnerAllowed: () => isAllowed,
  });
  t.after(() => bot.close());
  await set(bot.chat, 'every day at 9:00 tidy up');
  clock.jump(26 * HOUR);
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  isAllowed = false;
  await until(() => bot.orders.events().some((event) => event.type === 'order.ended' && event.why === 'access'));
  await until(() => liveOf(bot, card.id) === 0);
  assert.deepEqual(bot.types('000002'), []);
});

test('the question of what was missed closes with its order, and a late tap does nothing', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'every day at 9:00 tidy up missed=ask');
  clock.jump(28 * HOUR);
  const card = await says(bot.chat, /^Do it now\?/);
  await bot.chat.sendText('/orders delete 1');
  await bot.chat.waitFor(
    ({ id, text }) => id === card.id && /The order was paused or deleted meanwhile, so it was not done\.$/.test(text),
  );
  assert.equal(liveOf(bot, card.id), 0);
  await until(() => bot.inbox.events().some((event) => event.type === 'message.refused'));
  assert.deepEqual(bot.types(), []);
});
