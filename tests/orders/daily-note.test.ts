/** The daily note: what ran, what it cost, what waits, what failed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { outcomesOf, says, setOrder as set } from '../support/order-chat.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const HOUR = 60 * 60_000;

test('the daily note is off until it is asked for; then it says what ran, what it cost, what waits and what failed', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const model = scriptedModel([DONE, { action: 'shell', command: 'rm x' }, { action: 'fail', summary: 'No.' }]);
  const bot = await startTestDeskhand({ model, clock, risk: ({ action }) => (action === 'shell' ? 'high' : 'safe') });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders zone UTC');
  await says(bot.chat, /clock of UTC/);
  for (const [index, goal] of ['open one', 'clean two', 'try three'].entries()) {
    await set(bot.chat, `/every day ${10 + 2 * index}:00 ${goal}`);
    clock.jump(Date.UTC(2026, 10, 23, 10 + 2 * index) - clock.now() + 1000);
    await until(() => outcomesOf(bot).length === index + 1);
  }
  assert.ok(!bot.chat.seen().some(({ text }) => /^Standing orders since/.test(text)), 'off by default');
  await bot.chat.sendText('/orders note 20:00');
  await says(bot.chat, /You get a daily note at 20:00/);
  clock.jump(Date.UTC(2026, 10, 23, 20) - clock.now() + 1000);
  const note = await says(bot.chat, /^Standing orders since/);
  assert.match(note.text, /Done:\n• order 1, “open one”/);
  assert.match(note.text, /Failed or stopped:\n• order 3, “try three”/);
  assert.match(note.text, /Wait for your answer:\n• order 2, “clean two”/);
  assert.match(note.text, /Cost: \$0\.0\d+$/);
  await bot.chat.sendText('/orders note off');
  await says(bot.chat, /There is no daily note any more/);
  const notes = (): number => bot.chat.seen().filter(({ text }) => /^Standing orders since/.test(text)).length;
  assert.equal(notes(), 1);
  clock.jump(24 * HOUR);
  await says(bot.chat, /^While I was away, this came due/);
  assert.equal(notes(), 1);
});

test('what waits is what waits then: for the computer, and for an answer that is still wanted', async (t) => {
  const clock = createRunningClock(MONDAY, 200);
  const release = Promise.withResolvers<void>();
  const model = scriptedModel([{ action: 'shell', command: 'rm x' }, () => release.promise.then(() => DONE), DONE]);
  const bot = await startTestDeskhand({ model, clock, risk: ({ action }) => (action === 'shell' ? 'high' : 'safe') });
  t.after(() => bot.close());
  const at = (hour: number): void => clock.jump(Date.UTC(2026, 10, 23, hour) - clock.now() + 1000);
  await bot.chat.sendText('/orders zone UTC');
  await says(bot.chat, /clock of UTC/);
  await set(bot.chat, '/every day 10:00 clean one');
  await set(bot.chat, '/every day 12:00 open two missed=ask');
  await set(bot.chat, '/every day 14:00 open three late=10h');
  at(10);
  const card = await says(bot.chat, /^Order 1 needs your answer/);
  at(13);
  const missed = await says(bot.chat, /^Do it now\?/);
  await bot.chat.sendText('/run work');
  await until(() => bot.types('000002').includes('run.started'));
  at(14);
  await until(() => bot.inbox.events().some((event) => event.type === 'message.accepted' && event.order?.id === '3'));
  await bot.chat.sendText('/orders note 20:00');
  await says(bot.chat, /You get a daily note at 20:00/);
  at(20);
  const note = await says(bot.chat, /^Standing orders since/);
  assert.match(
    note.text,
    /Needed your answer:\n• order 1, “clean one”\nWait for your answer:\n• order 1, “clean one”\n• order 2, “open two”\n1 waits for the computer\.\n/,
  );
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.tap(missed.id, 'Skip');
  await until(() => outcomesOf(bot).includes('missed'));
  await bot.chat.sendText('/orders note 21:00');
  await says(bot.chat, /You get a daily note at 21:00/);
  at(21);
  const later = await bot.chat.waitFor(({ id, text }) => id !== note.id && /^Standing orders since/.test(text));
  assert.match(later.text, /Left out or missed:\n• order 2, “open two”\n1 waits for the computer\.\n/);
  assert.doesNotMatch(later.text, /answer/);
  release.resolve();
  await until(() => outcomesOf(bot).includes('verified'));
});
