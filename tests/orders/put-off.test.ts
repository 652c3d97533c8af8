/** The run of an order that something outside holds up for long: the desktop is free for others, and it is done later as the order says, once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import type { OrderEvent } from '../../src/orders/order-events.ts';
import { createRunningClock } from '../fakes/clock.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import type { FakeAnswer } from '../fakes/model.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { outcomesOf, says, setOrder as set } from '../support/order-chat.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AWAY = { stop: 'unavailable', detail: 'The provider is overloaded.' } as const;
const MINE = 'press the button';
const PUT_OFF = /^Order 1, “look at it”: Next try: .*\.$/;
const LEAVES_OUT = /\. I skip what comes due before that\.$/;
const IS_DONE = /^✅ Done and checked[\s\S]*look at it/;

/** A provider that is away for orders until it is back; a person's own command finds it there. */
function outage(...before: readonly FakeAnswer[]) {
  let isOver = false;
  const begun = [...before];
  return {
    end() {
      isOver = true;
    },
    model: scriptedModel([({ text }): FakeAnswer => (isOver || text.includes(MINE) ? DONE : (begun.shift() ?? AWAY))]),
  };
}

/** The order comes due, is held up, and somebody else wants the computer: nobody has to wait for nine tries. */
async function holdUp(bot: TestDeskhand, clock: { jump(ms: number): void }): Promise<void> {
  clock.jump(2 * HOUR);
  await until(() => bot.types().includes('run.paused'));
  await bot.chat.sendText(`/run ${MINE}`);
  await says(bot.chat, /^✅ Done and checked[\s\S]*press the button/);
}

const endings = (bot: TestDeskhand) => outcomesOf(bot).filter((outcome) => outcome !== 'put off');

test('a long outage puts a run off by itself: the desktop is free, and it says when it tries again', async (t) => {
  const clock = createRunningClock(MONDAY, 100);
  const bot = await startTestDeskhand({ model: scriptedModel([AWAY]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  clock.jump(2 * HOUR);
  await says(bot.chat, /The provider is overloaded\. I stopped there and freed the computer\./);
  assert.doesNotMatch((await says(bot.chat, PUT_OFF)).text, LEAVES_OUT, 'it comes once');
  assert.equal(bot.types().filter((type) => type === 'run.resumed').length, 9);
  assert.ok(!bot.chat.seen().some(({ text }) => /needs your answer|Retry/.test(text)), 'and asks nobody');
});

test('a person’s own command goes before a run that waits for its provider, which is done once when that is back', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const provider = outage();
  const bot = await startTestDeskhand({ model: provider.model, clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  await holdUp(bot, clock);
  await says(bot.chat, PUT_OFF);
  assert.ok(bot.types().filter((type) => type === 'run.resumed').length < 9, 'it did not wait for nine tries');
  provider.end();
  clock.jump(6 * MINUTE);
  await says(bot.chat, IS_DONE);
  await until(() => endings(bot).length > 0);
  assert.deepEqual(endings(bot), ['verified']);
  assert.ok(bot.orders.events().some((event) => event.type === 'order.ended' && event.why === 'done'));
});

test('an order that leaves out what it missed leaves this out too, and says so', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const bot = await startTestDeskhand({ model: outage().model, clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it missed=skip');
  // The order is due on time: one that was missed already would be left out at once.
  clock.jump(2 * HOUR - 30_000);
  await until(() => bot.types().includes('run.paused'));
  await bot.chat.sendText(`/run ${MINE}`);
  await says(bot.chat, /^Order 1, “look at it”: this time is left out, as the order says\.$/);
  await until(() => outcomesOf(bot).length === 1);
  assert.deepEqual(outcomesOf(bot), ['missed']);
});

test('what was begun before the outage is not begun once more without a word', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const provider = outage(step({ action: 'click', target: { x: 500, y: 500 } }));
  const bot = await startTestDeskhand({ model: provider.model, clock });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  await holdUp(bot, clock);
  await says(bot.chat, /^Order 1, “look at it”: it did not finish\. I ask below\.$/);
  const card = await says(bot.chat, /^Do it now\? Order 1, “look at it”/);
  provider.end();
  await bot.chat.tap(card.id, 'Run now');
  await says(bot.chat, IS_DONE);
  await until(() => endings(bot).length > 0);
  assert.equal(bot.desktop.did.filter((entry) => entry.includes('click')).length, 1, 'it goes on from where it ended');
});

test('a screen that is locked in the middle of a run puts the rest off until it is open', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  let hasLocked = false;
  const bot = await startTestDeskhand({
    model: scriptedModel([
      () => {
        if (hasLocked) return DONE;
        hasLocked = true;
        bot.desktop.setScreen('locked');
        return { action: 'wait', seconds: 1 };
      },
    ]),
    clock,
  });
  t.after(() => bot.close());
  await set(bot.chat, 'in 2 hours look at it');
  clock.jump(2 * HOUR);
  await until(() => bot.types().includes('run.paused'));
  await bot.chat.sendText(`/run ${MINE}`);
  await says(bot.chat, /The screen is locked\.[\s\S]*I stopped there and freed the computer\./);
  await says(bot.chat, PUT_OFF);
  bot.desktop.setScreen('on');
  await says(bot.chat, /^✅ Done and checked[\s\S]*press the button/);
  clock.jump(6 * MINUTE);
  await says(bot.chat, IS_DONE);
  await until(() => endings(bot).length > 0);
  assert.deepEqual(endings(bot), ['verified']);
});

for (const how of ['delete', 'pause'])
  test(`“/orders ${how}” takes out what was put off`, async (t) => {
    const clock = createRunningClock(MONDAY, 60);
    const provider = outage();
    const bot = await startTestDeskhand({ model: provider.model, clock });
    t.after(() => bot.close());
    await set(bot.chat, 'every day at 9:00 look at it');
    await holdUp(bot, clock);
    await says(bot.chat, PUT_OFF);
    await bot.chat.sendText(`/orders ${how} 1`);
    await says(bot.chat, /Order 1 is (?:deleted|paused)/);
    assert.ok(bot.inbox.events().some((event) => event.type === 'message.refused' && event.update.endsWith('~1')));
  });

test('“Run now” on what was put off does it at once, and only once', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const provider = outage();
  const bot = await startTestDeskhand({ model: provider.model, clock });
  t.after(() => bot.close());
  await set(bot.chat, 'every day at 9:00 look at it');
  await holdUp(bot, clock);
  const message = await says(bot.chat, PUT_OFF);
  assert.match(message.text, LEAVES_OUT);
  provider.end();
  await bot.chat.tap(message.id, 'Run now');
  await says(bot.chat, IS_DONE);
  await until(() => endings(bot).length > 0);
  clock.jump(HOUR);
  await bot.chat.sendText('/status');
  await says(bot.chat, /Today:/);
  assert.deepEqual(outcomesOf(bot), ['put off', 'verified']);
});

test('what was put off outlives a restart, and is done once', async (t) => {
  const clock = createRunningClock(MONDAY, 60);
  const after = {
    orders: createFakeJournalStore<OrderEvent>(clock),
    recordings: createFakeRecordings(clock),
    inbox: createFakeJournalStore<InboxEvent>(clock),
  };
  const first = await startTestDeskhand({ model: outage().model, clock, after });
  await set(first.chat, 'in 2 hours look at it');
  await holdUp(first, clock);
  await says(first.chat, PUT_OFF);
  await first.close();
  const second = await startTestDeskhand({ model: scriptedModel([DONE]), clock, after });
  t.after(() => second.close());
  await says(second.chat, IS_DONE);
  await until(() => endings(second).length > 0);
  assert.deepEqual(endings(second), ['verified']);
});

test('an order that is changed while its time waits for the computer does not do what it said before', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'every day at 9:00 delete the old pictures');
  bot.desktop.setScreen('locked');
  clock.jump(2 * HOUR);
  await says(bot.chat, /Order 1, “delete the old pictures”, was due on .* and waits: the screen is locked\./);
  await set(bot.chat, '/orders edit 1 every day at 9:00 look at them');
  await says(bot.chat, /^Order 1: the time on .* was left out, because the order was changed meanwhile\.$/);
  bot.desktop.setScreen('on');
  await bot.chat.sendText('/orders run 1');
  await says(bot.chat, /^✅ Done and checked/);
  assert.ok(!bot.events().some((event) => event.type === 'run.created' && event.goal === 'delete the old pictures'));
});
