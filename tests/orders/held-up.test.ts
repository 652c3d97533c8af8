/** The run of an order whose provider is away: nobody waits for it, so nobody is asked whether to try again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { outcomesOf, says, setOrder as set } from '../support/order-chat.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const HOUR = 60 * 60_000;
const AWAY = { stop: 'unavailable', detail: 'The provider is overloaded.' } as const;

for (const yes of ['park', 'skip', 'fail'])
  test(`a provider that is away is no question: with yes=${yes} too, the run tries again by itself and goes on`, async (t) => {
    const clock = createRunningClock(MONDAY, 600);
    const bot = await startTestDeskhand({ model: scriptedModel([AWAY, AWAY, DONE]), clock });
    t.after(() => bot.close());
    await set(bot.chat, `in 2 hours look at it yes=${yes}`);
    clock.jump(2 * HOUR);
    await says(bot.chat, /^✅ Done and checked/);
    await until(() => outcomesOf(bot).length === 1);
    assert.deepEqual(outcomesOf(bot), ['verified']);
    assert.equal(bot.types().filter((type) => type === 'run.resumed').length, 2);
    assert.ok(!bot.chat.seen().some(({ text }) => /needs your answer|Retry/.test(text)), 'and asks nobody');
  });

test('a provider that stays away fails the run with its reason, and three such times pause the order', async (t) => {
  const clock = createRunningClock(MONDAY, 6000);
  const bot = await startTestDeskhand({ model: scriptedModel([AWAY]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'every 30 minutes look at it late=10h');
  await says(bot.chat, /The provider is overloaded\./);
  await says(bot.chat, /Order 1, “look at it”, failed three times in a row/);
  assert.deepEqual(outcomesOf(bot), ['failed', 'failed', 'failed']);
  assert.ok(!bot.chat.seen().some(({ text }) => /needs your answer/.test(text)));
});

test('a stop ends a run of an order that waits for its provider', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([AWAY]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  clock.jump(2 * HOUR);
  await until(() => bot.types().includes('run.paused'));
  await bot.chat.sendText('/stop');
  await until(() => outcomesOf(bot).length === 1);
  assert.deepEqual(outcomesOf(bot), ['stopped']);
});
