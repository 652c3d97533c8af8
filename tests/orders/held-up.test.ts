/** The run of an order whose provider is away: nobody waits for it, so nobody is asked whether to try again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPutOffs, withoutPutOff } from '../../src/orders/put-off.ts';
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
    const clock = createRunningClock(MONDAY, 100);
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

test('a run is put off after longer and longer pauses, for about a day; then it fails with its reason', async (t) => {
  const clock = createRunningClock(MONDAY, 1);
  const bot = await startTestDeskhand({ model: scriptedModel([AWAY]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 20 minutes look at it');
  const [order] = bot.orders.events().flatMap((event) => (event.type === 'order.set' ? [event.order] : []));
  assert.ok(order !== undefined);
  const kept: string[] = [];
  const offs = createPutOffs({
    book: {
      find: () => ({ order, paused: null, counted: { failures: 0, last: null, month: '', month_usd: 0, ran: [] } }),
    },
    inbox: { accept: ({ updateId }) => kept.push(updateId) > 0, sync: async () => undefined },
    clock: { now: () => MONDAY },
    warn: assert.fail,
  });
  const { thread, sender } = order;
  const due = new Date(MONDAY).toISOString();
  let update = `order:1:1:${due}`;
  const pauses: number[] = [];
  for (;;) {
    const command = { update, goal: 'look at it', thread, sender, sentAt: due, order: { id: '1', revision: 1, due } };
    if (!(await offs.keep(command, { run: '000001', hasActed: false }))) break;
    const off = offs.take(update);
    pauses.push(((off?.at ?? 0) - MONDAY) / 60_000);
    update = off?.command?.update ?? '';
    assert.equal(withoutPutOff(update), `order:1:1:${due}`);
  }
  assert.deepEqual(pauses.slice(0, 6), [5, 10, 20, 40, 60, 60]);
  assert.equal(pauses.length, 24);
  assert.equal(new Set(kept).size, 24);
});

test('a run that cannot be kept for later fails with what held it up', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const bot = await startTestDeskhand({ model: scriptedModel([AWAY, DONE]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  clock.jump(2 * HOUR);
  await until(() => bot.types().includes('run.paused'));
  await bot.chat.sendText('/orders delete 1');
  await says(bot.chat, /Order 1 is deleted/);
  await bot.chat.sendText('/run press the button');
  await says(bot.chat, /^❌[\s\S]*The provider is overloaded\./);
  await says(bot.chat, /^✅ Done and checked/);
  assert.ok(!bot.chat.seen().some(({ text }) => /I try again/.test(text)));
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
