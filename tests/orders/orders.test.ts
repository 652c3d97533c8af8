/** The life of a standing order, as a person has it in their chat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

/** A Monday, half past seven. */
const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const settled = (bot: TestDeskhand): number =>
  bot.chat.seen().filter(({ text }) => /Order \d+ is (?:set|changed)/.test(text)).length;

async function set(bot: TestDeskhand, text: string): Promise<void> {
  await bot.chat.sendText(text);
  const card = await bot.chat.waitFor(
    (message) => message.text.startsWith('Shall I set this?') && message.buttons.flat().some(({ isLive }) => isLive),
  );
  const before = settled(bot);
  await bot.chat.tap(card.id, 'Set it');
  await until(() => settled(bot) > before);
}

const says = (bot: TestDeskhand, words: RegExp) => bot.chat.waitFor(({ text }) => words.test(text));

test('an order is shown in words and as its next three times, counts after one tap, and runs when it is due', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const model = scriptedModel([DONE]);
  const bot = await startTestDeskhand({ model, clock });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders zone UTC');
  await says(bot, /clock of UTC/);
  await bot.chat.sendText('/every weekday 8:00 open the calendar');
  const card = await says(bot, /^Shall I set this\?/);
  assert.match(card.text, /Monday to Friday at 08:00/);
  assert.match(card.text, /Next: Mon, 23 Nov 2026, 08:00\nthen Tue, 24 Nov 2026, 08:00\nthen Wed, 25 Nov 2026, 08:00/);
  assert.deepEqual(bot.orders.events(), [], 'nothing is ordered before the tap');
  await bot.chat.tap(card.id, 'Set it');
  const told = await says(bot, /Order 1 is set/);
  assert.match(told.text, /Next: Mon, 23 Nov 2026, 08:00/);
  clock.jump(30 * MINUTE - (clock.now() - MONDAY) - 5000);
  await says(bot, /Done and checked/);
  assert.deepEqual(
    bot.inbox.events().flatMap((event) => (event.type === 'message.accepted' && event.order ? [event.update] : [])),
    ['order:1:1:2026-11-23T08:00:00.000Z'],
  );
  await until(() => bot.orders.events().some((event) => event.type === 'order.changed' && event.ran !== undefined));
  await bot.chat.sendText('/orders');
  const list = await says(bot, /^Standing orders/);
  assert.match(list.text, /Next: Tue, 24 Nov 2026, 08:00/);
  assert.match(list.text, /last: done and checked, Mon, 23 Nov 2026, 08:0/);
});

test('a reminder comes without the desktop, and is over then', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: null, clock });
  t.after(() => bot.close());
  await set(bot, 'remind me to call Ann in 2 hours');
  clock.jump(2 * HOUR);
  const reminder = await says(bot, /^⏰ Reminder/);
  assert.match(reminder.text, /call Ann/);
  await until(() => bot.orders.events().at(-1)?.type === 'order.ended');
});

test('what was missed comes in one message: done once, left out, or asked, as each order says', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders zone UTC');
  await says(bot, /clock of UTC/);
  for (const text of [
    '/every day 8:00 open one',
    '/every day 8:00 open two missed=skip',
    '/every day 8:00 open three missed=ask',
  ])
    await set(bot, text);
  clock.jump(3 * 24 * 3_600_000);
  const told = await says(bot, /^While I was away/);
  assert.match(told.text, /Order 1, “open one”: due 3 times since Mon, 23 Nov 2026, 08:00\. I do it once now\./);
  assert.match(told.text, /Order 2, “open two”: due 3 times .* Left out\./);
  assert.match(told.text, /Order 3, “open three”: due 3 times .* I ask below\./);
  const asked = await says(bot, /^Do it now\?/);
  await bot.chat.tap(asked.id, 'Skip');
  await says(bot, /Done and checked/);
  await until(
    () => bot.orders.events().filter((event) => event.type === 'order.changed' && event.ran !== undefined).length === 3,
  );
  assert.equal(bot.chat.seen().filter(({ text }) => text.startsWith('While I was away')).length, 1);
  assert.equal(bot.types('000002').length, 0, 'one run, and no other');
});

test('a run that needs a yes ends and frees the desktop; its card stays, and a yes starts it afresh', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const model = scriptedModel([{ action: 'shell', command: 'rm x' }, { action: 'shell', command: 'rm x' }, DONE]);
  const bot = await startTestDeskhand({ model, clock, risk: ({ action }) => (action === 'shell' ? 'high' : 'safe') });
  t.after(() => bot.close());
  await set(bot, 'in 2 hours tidy up');
  clock.jump(2 * HOUR);
  await says(bot, /I stopped there and freed the computer/);
  const card = await says(bot, /^Order 1 needs your answer/);
  assert.match(card.text, /rm x/);
  await bot.chat.tap(card.id, 'Start');
  const asked = await bot.chat.waitFor(
    ({ text, buttons }) =>
      /May I run this command/.test(text) && buttons.flat().some(({ label }) => label === 'Approve'),
  );
  await bot.chat.tap(asked.id, 'Approve');
  await says(bot, /Done and checked/);
});

test('three failures in a row pause an order, and a tap resumes it', async (t) => {
  const clock = createRunningClock(MONDAY, 300);
  const bot = await startTestDeskhand({ model: scriptedModel([{ action: 'fail', summary: 'No.' }]), clock });
  t.after(() => bot.close());
  await set(bot, 'every 5 minutes try it late=10h');
  const told = await says(bot, /failed three times in a row/);
  await bot.chat.tap(told.id, 'Resume');
  await says(bot, /Order 1 goes on/);
});

test('who lost access loses their orders, and nothing of them runs', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  let isAllowed = true;
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock, isOwnerAllowed: () => isAllowed });
  t.after(() => bot.close());
  await set(bot, 'in 2 hours open it');
  isAllowed = false;
  clock.jump(2 * HOUR);
  await until(() => bot.orders.events().some((event) => event.type === 'order.ended' && event.why === 'access'));
  assert.deepEqual(bot.types(), []);
});

test('an order waits for a run that is at work, says that it is late, and comes then; stop all takes it out', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const release = Promise.withResolvers<void>();
  const model = scriptedModel([() => release.promise.then(() => DONE), DONE]);
  const bot = await startTestDeskhand({ model, clock });
  t.after(() => bot.close());
  await set(bot, 'in 2 hours open it late=1m');
  clock.jump(2 * HOUR);
  await bot.chat.sendText('/run work');
  await says(bot, /Order 1, “open it”, was due on .* and waits: another run is at work/);
  assert.deepEqual(bot.types('000002'), []);
  release.resolve();
  await until(() => bot.types('000002').includes('run.ended'));
});

test('plain words that begin with a time are an order, and may be meant as a goal; all others stay goals', async (t) => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), clock: createRunningClock(MONDAY, 1) });
  t.after(() => bot.close());
  await bot.chat.sendText('jeden Montag um neun öffne die Mail');
  const card = await says(bot, /^Shall I set this/);
  assert.match(card.text, /Every Monday at 09:00/);
  await bot.chat.tap(card.id, 'Do it now instead');
  await until(() => bot.types('000001').includes('run.ended'));
  await bot.chat.sendText('on my desktop create a folder');
  await until(() => bot.types('000002').includes('run.ended'));
  assert.deepEqual(bot.orders.events(), []);
});

test('a zone counts by its own name, however it was typed', async (t) => {
  const bot = await startTestDeskhand({ model: null, clock: createRunningClock(MONDAY, 200) });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders zone europe/berlin');
  await says(bot, /clock of Europe\/Berlin from now on/);
  await bot.chat.sendText('/orders zone middle/earth');
  await says(bot, /I don't know the zone “middle\/earth”/);
});

test('two orders of one second both come, once each', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const bot = await startTestDeskhand({ model: null, clock });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders zone UTC');
  await says(bot, /clock of UTC/);
  await set(bot, 'remind me at 9:00 to call Ann');
  await set(bot, 'remind me at 9:00 to call Bob');
  clock.jump(2 * HOUR);
  await until(() => bot.orders.events().filter(({ type }) => type === 'order.ended').length === 2);
  for (const name of ['Ann', 'Bob'])
    assert.equal(
      bot.chat.seen().filter(({ text }) => text.includes(`call ${name}`) && text.startsWith('⏰')).length,
      1,
    );
});

for (const [what, before, dues] of [
  ['that is missing', Date.UTC(2026, 2, 28, 20), ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z']],
  ['that comes twice', Date.UTC(2026, 9, 24, 20), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
] as const)
  test(`an hour ${what} when clocks change has its order once`, async (t) => {
    const clock = createRunningClock(before, 200);
    const bot = await startTestDeskhand({ model: null, clock });
    t.after(() => bot.close());
    await bot.chat.sendText('/orders zone Europe/Berlin');
    await says(bot, /clock of Europe\/Berlin/);
    await set(bot, '/every day 2:30 remind me to look');
    const reminders = () => bot.chat.seen().filter(({ text }) => text.startsWith('⏰'));
    for (const [at, due] of dues.entries()) {
      const left = Date.parse(due) - clock.now();
      clock.jump(left - 60_000);
      assert.equal(reminders().length, at, 'not before its time');
      clock.jump(61_000);
      await until(() => reminders().length === at + 1);
      // The second half past two of that night, an hour later.
      clock.jump(2 * HOUR);
    }
    assert.equal(reminders().length, 2);
  });
