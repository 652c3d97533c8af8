/** What each order says of its runs: where they may work, what they may use, who is told, what happens where they need a yes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import { USUAL_TERMS } from '../../src/orders/order.ts';
import { createOrderBook } from '../../src/orders/order-book.ts';
import type { OrderEvent } from '../../src/orders/order-events.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createRunningClock } from '../fakes/clock.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import { createFakeRecordings } from '../fakes/recordings.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { outcomesOf, says, setOrder as set } from '../support/order-chat.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RISKY = { action: 'shell', command: 'rm x' };
const risk = ({ action }: { readonly action: string }): 'high' | 'safe' => (action === 'shell' ? 'high' : 'safe');
const AGAIN = { action: 'wait', seconds: 10 };

const granted = (bot: TestDeskhand) =>
  bot.events().flatMap((event) => (event.type === 'scope.granted' ? [[event.by, event.scope.apps]] : []));

test('where an order may work is proposed when it is set, and each run has it as far as it holds then', async (t) => {
  const scope = { apps: ['GIMP', 'Thunderbird'], sites: [], folders: [], kinds: ['edit'] };
  const model = scriptedModel([DONE], { intent: { kind: 'multi-step', scope } });
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model, clock });
  t.after(() => bot.close());
  const card = await set(bot.chat, 'in 2 hours crop the newest picture in GIMP and give it a frame');
  clock.jump(2 * HOUR);
  assert.match(card, /GIMP/);
  assert.doesNotMatch(card, /Thunderbird/, 'what its words do not name is not proposed');
  await says(bot.chat, /^✅ Done and checked/);
  assert.deepEqual(granted(bot), [['order 1', ['GIMP']]]);
});

test('a scope that its words no longer carry is cut down at the start of the run', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const orders = createFakeJournalStore<OrderEvent>(clock);
  const { thread, sender } = createFakeChat();
  createOrderBook(orders.open(), []).set(
    {
      when: { kind: 'once', at: MONDAY + 2 * MINUTE },
      zone: 'UTC',
      doing: { do: 'run', goal: 'crop the picture in GIMP' },
      terms: USUAL_TERMS,
      scope: { apps: ['GIMP', 'Thunderbird'], sites: ['bank.example'], folders: ['/etc'], kinds: ['edit', 'save'] },
      thread,
      sender,
    },
    MONDAY,
  );
  const after = { orders, recordings: createFakeRecordings(clock), inbox: createFakeJournalStore<InboxEvent>(clock) };
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock, after });
  t.after(() => bot.close());
  await says(bot.chat, /^✅ Done and checked/);
  const [event] = bot.events().filter(({ type }) => type === 'scope.granted');
  assert.deepEqual(event?.type === 'scope.granted' ? event.scope : null, {
    apps: ['GIMP'],
    sites: [],
    folders: [],
    kinds: ['edit', 'save'],
  });
});

test('yes=skip leaves the time out, yes=fail counts it as failed and three of them pause the order', async (t) => {
  const clock = createRunningClock(MONDAY, 600);
  const bot = await startTestDeskhand({ model: scriptedModel([RISKY]), clock, risk });
  t.after(() => bot.close());
  assert.match(await set(bot.chat, 'in 2 hours tidy up yes=skip'), /this time is left out/);
  clock.jump(2 * HOUR);
  await says(bot.chat, /this time was left out, as the order says/);
  await until(() => outcomesOf(bot).length === 1);
  await set(bot.chat, 'every 5 minutes tidy up yes=fail late=10h');
  await says(bot.chat, /for this order that counts as failed/);
  await says(bot.chat, /Order 2, “tidy up”, failed three times in a row/);
  // A time that comes while the one before is still at work is left out; on a busy machine some are.
  const [first, ...others] = outcomesOf(bot);
  assert.equal(first, 'skipped');
  assert.deepEqual(
    others.filter((outcome) => outcome !== 'skipped'),
    ['failed', 'failed', 'failed'],
  );
  assert.ok(!bot.chat.seen().some(({ text }) => /needs your answer/.test(text)), 'neither asks');
});

for (const [term, said] of [
  ['steps=2', /All 2 steps are used up\. This order may use no more\./],
  ['time=1m', /I've been working on this for 1 min.*\. This order may use no more\./],
  ['cost=0.01', /This has cost \$0\.0\d+ of its \$0\.010\. This order may use no more\./],
] as const)
  test(`${term} ends a run as failed, and asks nobody`, async (t) => {
    const clock = createRunningClock(MONDAY, 200);
    const bot = await startTestDeskhand({ model: scriptedModel([AGAIN]), clock });
    t.after(() => bot.close());
    await set(bot.chat, `in 2 hours work on it ${term}`);
    clock.jump(2 * HOUR);
    await says(bot.chat, said);
    await until(() => outcomesOf(bot).length === 1);
    assert.deepEqual(outcomesOf(bot), ['failed']);
    assert.ok(!bot.chat.seen().some(({ text }) => /needs your answer|^Continue\?/.test(text)));
  });

test('an order whose money of the month is spent is paused with a word, and goes on in the next month', async (t) => {
  const clock = createRunningClock(MONDAY, 600);
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock });
  t.after(() => bot.close());
  await set(bot.chat, 'every 5 minutes look at it month=0.005 late=10h');
  await says(
    bot.chat,
    /Order 1, “look at it”, has spent its money of this month, so it is paused until the next one\./,
  );
  assert.deepEqual(bot.types('000002'), [], 'one run, and no other in this month');
  await bot.chat.sendText('/orders');
  await says(bot.chat, /Paused: its money of this month is spent/);
  clock.jump(9 * 24 * 60 * MINUTE);
  await until(() => bot.types('000002').includes('run.ended'));
});

test('tell=me is told in the person’s own conversation, tell=all in all of their chats, and else where it was set', async (t) => {
  const group = { platform: 'telegram', key: 'group', isGroup: true } as const;
  const phone = createFakeChat({ platform: 'telegram', threads: [group] });
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({
    model: scriptedModel([DONE]),
    clock,
    secondChat: phone,
    links: [['web:owner', 'telegram:owner']],
  });
  t.after(() => bot.close());
  const places = (words: string): readonly string[] =>
    [...bot.chat.seen(), ...phone.seen()]
      .filter(({ text }) => text.includes(words) && /^⏰|Done and checked|done and checked\./.test(text))
      .map(({ thread }) => `${thread.platform} ${thread.key}`)
      .sort();
  await set(phone, 'in 2 hours open one', group);
  clock.jump(2 * HOUR);
  await until(() => places('open one').length > 0);
  await set(phone, 'in 2 hours open two tell=me', group);
  clock.jump(2 * HOUR);
  await until(() => places('open two').length > 0);
  await set(phone, 'in 2 hours open three tell=all', group);
  clock.jump(2 * HOUR);
  await until(() => places('open three').includes('web main'));
  await set(phone, 'remind me in 2 hours to sleep tell=all', group);
  clock.jump(2 * HOUR);
  await until(() => places('sleep').length === 2);
  const runs = (words: string): readonly string[] => [...new Set(places(words))];
  assert.deepEqual(runs('open one'), ['telegram group']);
  assert.deepEqual(runs('open two'), ['telegram main']);
  assert.deepEqual(runs('open three'), ['telegram main', 'web main']);
  assert.deepEqual(runs('sleep'), ['telegram main', 'web main']);
});

test('what a person asks for goes first, also when the order waited before it came', async (t) => {
  const release = Promise.withResolvers<void>();
  const model = scriptedModel([() => release.promise.then(() => DONE), DONE]);
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model, clock });
  t.after(() => bot.close());
  await bot.chat.sendText('/run work');
  await until(() => bot.types().includes('run.started'));
  await set(bot.chat, '/at in 2 hours do the ordered thing late=1m');
  clock.jump(2 * HOUR);
  await says(bot.chat, /was due on .* and waits: another run is at work/);
  await bot.chat.sendText('/run urgent work');
  await says(bot.chat, /Queued/);
  release.resolve();
  await until(() => bot.types('000003').includes('run.ended'));
  const goals = ['000001', '000002', '000003'].map((run) => {
    const [created] = bot.events(run);
    return created?.type === 'run.created' ? created.goal : '';
  });
  assert.deepEqual(goals, ['work', 'urgent work', 'do the ordered thing']);
});

test('an order waits for a locked screen and for a hand at the mouse, says why, and comes when both are gone', async (t) => {
  const clock = createRunningClock(MONDAY, 100);
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock });
  t.after(() => bot.close());
  bot.desktop.setScreen('locked');
  await set(bot.chat, 'in 4 hours open more late=1m');
  await set(bot.chat, 'in 2 hours open it late=1m');
  clock.jump(2 * HOUR);
  await says(bot.chat, /“open it”, was due on .* and waits: the screen is locked/);
  let x = 0;
  const hand = setInterval(() => {
    x += 20;
    bot.desktop.movePointer(x % 500, 100);
  }, 20);
  t.after(() => clearInterval(hand));
  await until(() => x > 100);
  bot.desktop.setScreen('on');
  clock.jump(2 * HOUR);
  await says(bot.chat, /“open more”, was due on .* and waits: somebody is at the computer/);
  assert.deepEqual(bot.types(), []);
  clearInterval(hand);
  await until(() => bot.types('000002').includes('run.ended'));
});

test('who loses access while their order waits for the computer has nothing run', async (t) => {
  let isAllowed = true;
  const clock = createRunningClock(MONDAY, 200);
  const phone = createFakeChat({ platform: 'telegram', now: () => clock.now() });
  const release = Promise.withResolvers<void>();
  const model = scriptedModel([() => release.promise.then(() => DONE), DONE]);
  const bot = await startTestDeskhand({
    model,
    clock,
    secondChat: phone,
    isOwnerAllowed: () => isAllowed,
  });
  t.after(() => bot.close());
  await phone.sendText('/run work');
  await until(() => bot.types().includes('run.started'));
  await set(bot.chat, '/at in 2 hours open it late=1m');
  clock.jump(2 * HOUR);
  await says(bot.chat, /waits: another run is at work/);
  isAllowed = false;
  await until(() => bot.orders.events().some((event) => event.type === 'order.ended' && event.why === 'access'));
  release.resolve();
  await until(() => bot.types('000001').includes('run.ended'));
  await until(() => bot.inbox.events().some((event) => event.type === 'message.refused'));
  assert.deepEqual(bot.types('000002'), []);
});

test('a bound that is not understood is no bound, and the card says so before anything is set', async (t) => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock: createRunningClock(MONDAY, 1) });
  t.after(() => bot.close());
  for (const unread of ['missed=never', 'cost=0', 'month=5,00EUR', 'yes=maybe']) {
    const card = await set(bot.chat, `every day at 9:00 look at it steps=5 ${unread}`);
    assert.ok(card.includes(`I don't understand “${unread}”, so it is part of what is done.`), card);
  }
  const card = await set(bot.chat, 'every day at 9:00 look at it steps=5 cost=0.5');
  assert.doesNotMatch(card, /understand/);
});
