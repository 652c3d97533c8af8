import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactInbox } from '../../src/inbox/compact-inbox.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import { createButtons } from '../../src/outbound/buttons.ts';
import { createOutbox } from '../../src/outbound/outbox.ts';
import type { Outgoing } from '../../src/outbound/outgoing.ts';
import { createQuestions, type Question } from '../../src/outbound/questions.ts';
import type { Stamp } from '../../src/ports/journal.ts';
import { speak } from '../../src/words/speak.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';

const message = (text: string, kind: Outgoing['kind'] = 'reply'): Outgoing => ({
  kind,
  text: [text],
  picture: null,
  buttons: [],
  file: null,
  again: {},
});

async function setUp(
  found: readonly (InboxEvent & Stamp)[] = [],
  readPicture: () => Promise<Uint8Array | null> = async () => null,
) {
  const clock = createFakeClock();
  const chat = createFakeChat({ now: () => clock.now() });
  const store = createFakeJournalStore<InboxEvent>(clock);
  const earlier = store.open();
  for (const { seq: _seq, at: _at, ...event } of found) earlier.append(event);
  earlier.close();
  const inbox = createInbox(store.open());
  const life = new AbortController();
  const warnings: string[] = [];
  const buttons = createButtons();
  const outbox = createOutbox(
    {
      chats: new Map([[chat.platform, chat]]),
      inbox,
      clock,
      readPicture,
      languageOf: () => 'en',
      buttons,
      warn: (text) => warnings.push(text),
    },
    life.signal,
  );
  const questions = createQuestions({ outbox, buttons, clock, findOthers: () => [], isConnected: () => true });
  await chat.start(async ({ content, sender }) => {
    const meaning = content.kind === 'tap' ? buttons.find(content.data) : null;
    return {
      toast:
        meaning?.kind === 'choice'
          ? speak(questions.choose(meaning.question, meaning.value, sender), 'en')
          : 'This button is no longer active.',
    };
  });
  return { clock, chat, store, inbox, outbox, buttons, questions, life, warnings };
}

test('a message that cannot be sent now is sent later, once', async () => {
  const { chat, outbox, inbox, clock } = await setUp();
  chat.refuseNext({ result: 'later', retryAfterMs: 5000, why: 'too many' });
  const posting = outbox.post(chat.thread, message('hello'));
  await clock.advance(100);
  assert.equal(chat.seen().length, 0);
  await clock.advance(5000);
  assert.notEqual(await posting.posted, null);
  assert.deepEqual(
    chat.seen().map((post) => post.text),
    ['hello'],
  );
  assert.deepEqual(inbox.undelivered(), []);
});

test('what never arrived before a crash arrives after the restart', async () => {
  const first = await setUp();
  first.chat.refuseNext({ result: 'later', retryAfterMs: 60_000, why: 'down' });
  first.outbox.post(first.chat.thread, message('the end', 'end'));
  await first.clock.advance(10);
  const second = await setUp(first.store.events());
  second.outbox.resume(() => message('closed'));
  await second.clock.advance(10);
  assert.deepEqual(
    second.chat.seen().map((post) => post.text),
    ['the end'],
  );
  const third = await setUp(second.store.events());
  third.outbox.resume(() => message('closed'));
  await third.clock.advance(10);
  assert.deepEqual(third.chat.seen(), []);
});

test('a picture that cannot be read any more holds up neither its words nor what comes after them', async () => {
  const first = await setUp();
  first.chat.refuseNext({ result: 'later', retryAfterMs: 60_000, why: 'down' });
  const picture = { jpeg: Buffer.from('jpeg'), alt: 'The screen.', stored: { run: '000001', name: 'end.jpg' } };
  first.outbox.post(first.chat.thread, { ...message('the end', 'end'), picture });
  await first.clock.advance(10);
  const second = await setUp(first.store.events(), () => Promise.reject(new Error('EIO')));
  second.outbox.resume(() => message('closed'));
  second.outbox.post(second.chat.thread, message('after it'));
  await second.clock.advance(10);
  assert.deepEqual(
    second.chat.seen().map((post) => post.text),
    ['the end', 'after it'],
  );
});

test('questions go before the rest of what waits', async () => {
  const { chat, outbox, clock } = await setUp();
  chat.refuseNext({ result: 'later', retryAfterMs: 1000, why: 'busy' });
  outbox.post(chat.thread, message('first'));
  outbox.post(chat.thread, message('second'));
  outbox.post(chat.thread, message('may I?', 'question'));
  await clock.advance(5000);
  assert.deepEqual(
    chat.seen().map((post) => post.text),
    ['may I?', 'first', 'second'],
  );
});

test('a live message is one message, edited at most every 2.5 s, and its last word always arrives', async () => {
  const { chat, outbox, clock } = await setUp();
  const live = outbox.live(chat.thread, message('0', 'status'));
  for (let count = 1; count <= 50; count += 1) {
    live.update(message(String(count), 'status'));
    await clock.advance(100);
  }
  live.end(message('over', 'status'));
  live.update(message('too late', 'status'));
  await clock.advance(10_000);
  const [post, ...others] = chat.seen();
  assert.deepEqual(others, []);
  assert.equal(post?.text, 'over');
  assert.ok((post?.edits ?? 0) <= 4, `${post?.edits} edits in 5 s`);
});

test('a live message never comes after the end of what it is about', async () => {
  const { chat, outbox, clock, inbox } = await setUp();
  chat.refuseNext({ result: 'later', retryAfterMs: 2000, why: 'busy' });
  const live = outbox.live(chat.thread, message('working', 'status'));
  live.update(message('still working', 'status'));
  await clock.advance(1000);
  live.end(message('over', 'status'));
  outbox.post(chat.thread, message('done', 'end'));
  await clock.advance(20_000);
  assert.deepEqual(
    chat.seen().map((post) => post.text),
    ['done'],
  );
  assert.deepEqual([inbox.undelivered(), inbox.leftOpen()], [[], []], 'nothing is owed');
});

const ask = (
  chat: { readonly thread: Question['thread']; readonly sender: { readonly id: string } },
  more: Partial<Question> = {},
): Question => ({
  thread: chat.thread,
  of: chat.sender.id,
  text: ['May I?'],
  picture: null,
  file: null,
  choices: [
    [
      { label: 'Approve', value: 'approve', style: 'good' },
      { label: 'Deny', value: 'deny', style: 'danger' },
    ],
  ],
  acceptsText: false,
  isSecret: false,
  timeoutMs: 60_000,
  closing: (end) => [`closed: ${end.kind === 'choice' ? end.value : end.kind}`],
  ...more,
});

test('a question is answered once, by the one it was put to; its card then says so and its buttons are dead', async () => {
  const { chat, questions, clock } = await setUp();
  const asked = questions.ask(ask(chat), new AbortController().signal);
  await clock.advance(1);
  const id = chat.seen()[0]?.id ?? '';
  const stranger = { id: 'web:stranger', name: 'X', language: '' };
  assert.deepEqual(await chat.tap(id, 'Approve', stranger), {
    toast: 'Only the person who started this run can answer.',
  });
  const taps = [chat.tap(id, 'Approve'), chat.tap(id, 'Deny'), chat.tap(id, 'Approve')];
  assert.deepEqual(await asked, { kind: 'choice', value: 'approve', by: chat.sender });
  assert.deepEqual(
    (await Promise.all(taps))
      .map(({ toast }) => toast)
      .slice(1)
      .every((toast) => toast !== ''),
    true,
  );
  await clock.advance(1);
  assert.equal(chat.seen()[0]?.text, 'closed: approve');
  assert.ok(
    chat
      .seen()[0]
      ?.buttons.flat()
      .every((button) => !button.isLive),
  );
});

test('no answer in time is expired, and a stop closes the card', async () => {
  const { chat, questions, clock } = await setUp();
  const first = questions.ask(ask(chat), new AbortController().signal);
  await clock.advance(60_001);
  assert.deepEqual(await first, { kind: 'expired' });
  const stop = new AbortController();
  const second = questions.ask(ask(chat), stop.signal);
  const rejected = assert.rejects(second, /enough/);
  await clock.advance(1);
  stop.abort(new Error('enough'));
  await rejected;
  await clock.advance(1);
  assert.deepEqual(
    chat.seen().map((post) => post.text),
    ['closed: expired', 'closed: stopped'],
  );
});

test('a plain message answers only a question that takes text, of that person, in that thread', async () => {
  const { chat, questions, clock } = await setUp();
  const closed = questions.ask(ask(chat), new AbortController().signal);
  await clock.advance(1);
  assert.equal(questions.tell(chat.thread, chat.sender, 'yes'), false);
  const open = questions.ask(ask(chat, { acceptsText: true }), new AbortController().signal);
  assert.equal(questions.tell({ ...chat.thread, key: 'other' }, chat.sender, 'yes'), false);
  assert.equal(questions.tell(chat.thread, { ...chat.sender, id: 'web:other' }, 'yes'), false);
  assert.equal(questions.tell(chat.thread, chat.sender, 'blue'), true);
  assert.deepEqual(await open, { kind: 'text', text: 'blue', by: chat.sender });
  await clock.advance(60_001);
  assert.deepEqual(await closed, { kind: 'expired' });
});

test('words of the form that one question waits for go to it, and all others to the question that takes any', async () => {
  for (const order of ['address first', 'any first']) {
    const { chat, questions, clock } = await setUp();
    const askAddress = () =>
      questions.ask(
        ask(chat, { acceptsText: true, isSecret: true, expects: (text) => text.startsWith('http://') }),
        new AbortController().signal,
      );
    const askAny = () => questions.ask(ask(chat, { acceptsText: true }), new AbortController().signal);
    const [first, second] = order === 'address first' ? [askAddress(), askAny()] : [askAny(), askAddress()];
    const [address, any] = order === 'address first' ? [first, second] : [second, first];
    await clock.advance(1);
    assert.equal(questions.listening(chat.thread, chat.sender, 'http://x/'), 'secret question', order);
    assert.equal(questions.listening(chat.thread, chat.sender, 'the blue one'), 'question', order);
    assert.equal(questions.tell(chat.thread, chat.sender, 'the blue one'), true);
    assert.deepEqual(await any, { kind: 'text', text: 'the blue one', by: chat.sender }, order);
    assert.equal(questions.listening(chat.thread, chat.sender, 'not an address'), 'secret question', order);
    assert.equal(questions.tell(chat.thread, chat.sender, 'http://x/'), true);
    assert.deepEqual(await address, { kind: 'text', text: 'http://x/', by: chat.sender }, order);
  }
});

test('after a restart an open question is found again, so that it can say it counts as No', async () => {
  const first = await setUp();
  first.questions.ask(ask(first.chat), new AbortController().signal).catch(() => undefined);
  await first.clock.advance(1);
  const second = await setUp(compactInbox(first.store.events()));
  assert.deepEqual(
    second.inbox.leftOpen().map((left) => left.message.text),
    [['May I?']],
  );
  second.outbox.resume(() => message('counts as No', 'question'));
  await second.clock.advance(1);
  assert.deepEqual(second.inbox.leftOpen(), []);
});
