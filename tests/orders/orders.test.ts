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

async function set(bot: TestDeskhand, text: string): Promise<void> {
  await bot.chat.sendText(text);
  const card = await bot.chat.waitFor(
    (message) => message.text.startsWith('Shall I set this?') && message.buttons.length > 0,
  );
  await bot.chat.tap(card.id, 'Set it');
  await bot.chat.waitFor((message) => /Order \d+ is (?:set|changed)/.test(message.text));
}

const says = (bot: TestDeskhand, words: RegExp) => bot.chat.waitFor(({ text }) => words.test(text));

test('an order is shown in words and as its next three times, counts after one tap, and runs when it is due', async () => {
  const clock = createRunningClock(MONDAY, 60);
  const model = scriptedModel([DONE]);
  const bot = await startTestDeskhand({ model, clock });
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
  await bot.close();
});

test('a reminder comes without the desktop, and is over then', async () => {
  const clock = createRunningClock(MONDAY, 60);
  const bot = await startTestDeskhand({ model: null, clock });
  await set(bot, 'remind me to call Ann in 2 minutes');
  const reminder = await says(bot, /^⏰ Reminder/);
  assert.match(reminder.text, /call Ann/);
  await until(() => bot.orders.events().at(-1)?.type === 'order.ended');
  await bot.close();
});
