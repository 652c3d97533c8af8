/** Several files that come one by one are one message: one goal, with all of them and every caption. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { holdsFor } from '../support/until.ts';

const file = (name: string) => ({ name, bytes: Uint8Array.of(1, 2, 3) });
const DONE = { screen: 'x', intent: 'y', action: { action: 'done', summary: 'ok' }, note: null };
const done = (): FakeModel => scriptedModel([DONE]);
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';
const ends = (bot: TestDeskhand): number => bot.chat.seen().filter(isEnd).length;

test('an album with one caption is one run with all its files, also when a part comes twice', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendFiles([file('one.pdf')], 'print these', 'a1');
  await bot.chat.redeliver();
  await bot.chat.sendFiles([file('two.pdf')], '', 'a1');
  await bot.chat.sendFiles([file('three.pdf')], '', 'a1');
  await bot.chat.waitFor(isEnd);
  const asked = model.asked[0]?.text ?? '';
  assert.match(
    asked,
    /print these\n\(Files sent with it: \/data\/inbox\/one\.pdf, \/data\/inbox\/two\.pdf, \/data\/inbox\/three\.pdf\)/,
  );
  await holdsFor(100, () => {
    assert.equal(ends(bot), 1);
    assert.equal(bot.files.kept.size, 3);
  });
  await bot.close();
});

test('captions on several parts are all in the goal, each once', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  for (const [name, caption] of [
    ['a.pdf', 'compare this'],
    ['b.pdf', 'with this'],
    ['c.pdf', 'compare this'],
  ] as const)
    await bot.chat.sendFiles([file(name)], caption, 'a2');
  await bot.chat.waitFor(isEnd);
  assert.match(
    model.asked[0]?.text ?? '',
    /compare this\nwith this\n\(Files sent with it: .*a\.pdf, .*b\.pdf, .*c\.pdf\)/,
  );
  assert.equal(ends(bot), 1);
  await bot.close();
});

test('two albums at once do not mix', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendFiles([file('a.pdf')], '/run fold', 'a3');
  await bot.chat.sendFiles([file('x.pdf')], '/run read', 'a4');
  await bot.chat.sendFiles([file('b.pdf')], '', 'a3');
  await bot.chat.sendFiles([file('y.pdf')], '', 'a4');
  await bot.chat.waitFor((message) => isEnd(message) && /“fold 📎 a.pdf \+1”/.test(message.text));
  await bot.chat.waitFor((message) => isEnd(message) && /“read 📎 x.pdf \+1”/.test(message.text));
  const told = model.asked.map(({ text }) => text).join('\n');
  assert.match(told, /fold\n\(Files sent with it: \S*a\.pdf, \S*b\.pdf\)/);
  assert.match(told, /read\n\(Files sent with it: \S*x\.pdf, \S*y\.pdf\)/);
  assert.equal(ends(bot), 2);
  await bot.close();
});

test('an album without words is kept whole for the next goal', async () => {
  const bot = await startTestDeskhand({ model: done() });
  await bot.chat.sendFiles([file('a.pdf')], '', 'a7');
  await bot.chat.sendFiles([file('b.pdf')], '', 'a7');
  const kept = await bot.chat.waitFor(({ text }) => /use them with your next/.test(text));
  assert.match(kept.text, /a\.pdf[\s\S]*b\.pdf/);
  assert.equal(bot.chat.seen().length, 1);
  await bot.close();
});

test('a stop takes what is still coming with it', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendFiles([file('a.pdf')], 'print it', 'a5');
  await bot.chat.sendText('stop');
  await bot.chat.waitFor(({ text }) => text === 'Stopped.');
  await holdsFor(1_300, () => {
    assert.equal(ends(bot), 0);
    assert.equal(bot.files.kept.size, 0);
  });
  await bot.close();
});

test('an album that a crash came upon is taken once more, whole, and once', async () => {
  const bot = await startTestDeskhand({ model: done() });
  await bot.chat.sendFiles([file('one.pdf')], 'print these', 'a6');
  await bot.chat.sendFiles([file('two.pdf')], '', 'a6');
  // Its life ends here without a goodbye: what is on the disk is all the next one has.
  const model = done();
  const next = await startTestDeskhand({ model, after: bot, chatFiles: bot.chat });
  await next.chat.waitFor(isEnd);
  assert.match(model.asked[0]?.text ?? '', /print these\n\(Files sent with it: .*one\.pdf, .*two\.pdf\)/);
  assert.equal(ends(next), 1);
  await next.close();
  const last = await startTestDeskhand({ model: done(), after: next, chatFiles: bot.chat });
  await holdsFor(1_300, () => assert.deepEqual(last.chat.seen(), []));
  await last.close();
  await bot.close();
});
