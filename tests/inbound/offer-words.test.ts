/** Forwarded, edited and deleted messages through a whole Deskhand: told as what they are, and nobody's order before a tap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakePost } from '../fakes/chat.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';

const isEnd = ({ kind }: FakePost): boolean => kind === 'end';
const labels = ({ buttons }: FakePost): readonly string[] => buttons.flat().map(({ label }) => label);

test('forwarded words are shown, and run after a tap of whoever sent them on', async (t) => {
  const model = scriptedModel([DONE]);
  const bot = await startTestDeskhand({ model });
  t.after(() => bot.close());
  await bot.chat.sendContent({ kind: 'forwarded', text: '/run open the calendar' });
  const card = await bot.chat.waitFor(({ text }) => text.startsWith('Forwarded:'));
  assert.equal(card.text, "Forwarded: “open the calendar”\nThese are somebody else's words, so I did nothing.");
  assert.deepEqual(labels(card), ['Run it', 'Cancel']);
  const other = { ...bot.chat.sender, id: 'web:other' };
  await bot.chat.tap(card.id, 'Run it', other);
  assert.equal(model.asked.length, 0);
  await bot.chat.tap(card.id, 'Run it');
  assert.match((await bot.chat.waitFor(isEnd)).text, /open the calendar/);
});

test('a forwarded command, nothing, or more than a card shows is no order at all', async (t) => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  t.after(() => bot.close());
  for (const text of ['/click 3', '/stop', 'stop', '', 'x'.repeat(601)]) {
    const before = bot.chat.seen().length;
    await bot.chat.sendContent({ kind: 'forwarded', text });
    const said = await bot.chat.waitFor(({ id }) => bot.chat.seen().findIndex((post) => post.id === id) >= before);
    assert.match(said.text, /Write me what I should do/, text.slice(0, 20));
    assert.deepEqual(labels(said), []);
  }
});

test('a forwarded file waits like any other, without the words of others', async (t) => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  t.after(() => bot.close());
  bot.chat.sentFiles.set('f', Uint8Array.of(1));
  const file = { ref: 'f', name: 'a.pdf', mediaType: '', bytes: 1 };
  await bot.chat.sendContent({ kind: 'files', text: '', files: [file], isForwarded: true });
  await bot.chat.waitFor(({ text }) => text.includes('a.pdf') && text.includes('I left out what others wrote to it.'));
});

test('an edited goal runs as it was first sent, says so, and runs anew only after a tap', async (t) => {
  const hold = Promise.withResolvers<void>();
  const model = scriptedModel([() => hold.promise.then(() => DONE), DONE, DONE]);
  const bot = await startTestDeskhand({ model });
  t.after(() => bot.close());
  const first = await bot.chat.sendContent({ kind: 'text', text: '/run one' });
  await bot.chat.waitFor(({ kind }) => kind === 'status');
  const waiting = await bot.chat.sendContent({ kind: 'text', text: '/run two' });
  await bot.chat.waitFor(({ text }) => text.startsWith('Queued'));
  await bot.chat.sendContent({ kind: 'edited', text: '/run one!', of: first });
  await bot.chat.waitFor(({ text }) => text.startsWith('Changed: “one!”\nThe run goes on with your first version.'));
  await bot.chat.sendContent({ kind: 'edited', text: '/run two!', of: waiting });
  await bot.chat.waitFor(({ text }) => text.startsWith('Changed: “two!”\nYour first version is still waiting.'));
  await bot.chat.sendContent({ kind: 'deleted', of: waiting });
  await bot.chat.waitFor(({ text }) => text.startsWith('You deleted the message, but its request is still waiting.'));
  await bot.chat.sendContent({ kind: 'deleted', of: first });
  await bot.chat.waitFor(({ text }) => text.startsWith('You deleted the message, but its run goes on.'));
  hold.resolve();
  await bot.chat.waitFor((post) => isEnd(post) && post.text.includes('two'));
  assert.equal(bot.recordings.runs.size, 2);
  await bot.chat.sendContent({ kind: 'deleted', of: first });
  await bot.chat.sendContent({ kind: 'edited', text: 'one?', of: first });
  const card = await bot.chat.waitFor(({ text }) => text.startsWith('Changed: “one?”'));
  assert.equal(card.text, 'Changed: “one?”\nI already took your first version. Run the new one, too?');
  assert.equal(bot.chat.seen().filter(({ text }) => text.startsWith('You deleted')).length, 2);
  await bot.chat.tap(card.id, 'Run it');
  await bot.chat.redeliver();
  await bot.chat.waitFor((post) => isEnd(post) && post.text.includes('one?'));
  assert.equal(bot.recordings.runs.size, 3);
});

test('an edit of what is not remembered is answered, and repeats nothing', async (t) => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  t.after(() => bot.close());
  await bot.chat.sendContent({ kind: 'edited', text: '', of: null });
  await bot.chat.waitFor(({ text }) => text.startsWith('I only act on new messages.'));
});
