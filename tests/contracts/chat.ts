/** What every chat must do, checked from both ends: the port on one side, a person with the platform's own client on the other. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Button, Chat, Delivery, InboundMessage, Receipt, Thread } from '../../src/ports/chat.ts';
import { english } from '../../src/words/speak.ts';
import { PLAIN } from '../support/plain-message.ts';
import { holdsFor, untilTrue } from '../support/until.ts';

/** A posted message as the person's client shows it, formatting removed. */
export interface SeenMessage {
  /** Equal to `PostedMessage.messageId`. */
  readonly id: string;
  readonly text: string;
  /** Where the links in the text lead. */
  readonly links: readonly string[];
  readonly picture: Uint8Array | null;
  readonly pictureAlt: string;
  /** Rows, as shown; a button that cannot be pressed is not live. */
  readonly buttons: readonly (readonly { readonly label: string; readonly isLive: boolean }[])[];
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/** The person at the other end. Each platform's test implements this over its real wire. Works only while the chat is started. */
export interface Person {
  /** Resolves when the chat has acknowledged the message to the platform. */
  sendText(text: string): Promise<void>;
  /** Presses the live button with this label. Resolves with the toast ('' for none) when the press was acknowledged. */
  tap(messageId: string, label: string): Promise<string>;
  /** Sends a file with these words ('' for none). Resolves as `sendText` does. */
  sendFile(file: { readonly name: string; readonly bytes: Uint8Array }, text: string): Promise<void>;
  /** Sends a voice note; absent where the platform has none. */
  sendVoice?(bytes: Uint8Array, seconds: number): Promise<void>;
  /** Delivers the last text or press once more, as the platform does when an acknowledgement got lost. */
  redeliver(): Promise<void>;
  /** What Deskhand posted to the thread, oldest first. */
  seenMessages(): Promise<readonly SeenMessage[]>;
}

export interface ChatBench {
  readonly chat: Chat;
  readonly person: Person;
  /** The thread that the person writes in. */
  readonly thread: Thread;
  /** A thread that does not exist (any more). */
  readonly absentThread: Thread;
  /** A well-formed id of no message. */
  readonly absentMessageId: string;
  /** False where the platform has no way to answer a press at once. */
  readonly showsToasts: boolean;
  /** False where a picture has no place for its description. */
  readonly showsDescriptions?: boolean;
  /** Ends what the bench started besides the chat, which the suite stops itself. */
  close(): Promise<void>;
}

const PICTURE = Uint8Array.from(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  ),
);

const never = new AbortController().signal;

/** Runs the suite. `make` builds a fresh, not yet started chat for every test. */
export function testChatContract(name: string, make: () => Promise<ChatBench>): void {
  describe(`${name} keeps the Chat contract`, () => {
    const open = new Set<ChatBench>();

    async function makeBench(): Promise<ChatBench> {
      const bench = await make();
      open.add(bench);
      return bench;
    }

    /** A started chat, and what it received. */
    async function begin(answer: (message: InboundMessage) => Promise<Receipt> = async () => ({ toast: '' })) {
      const bench = await makeBench();
      const received: InboundMessage[] = [];
      await bench.chat.start((message) => {
        received.push(message);
        return answer(message);
      });
      return { ...bench, received };
    }

    afterEach(async () => {
      for (const bench of open) {
        await bench.chat.stop();
        await bench.close();
      }
      open.clear();
    });

    describe('receiving', () => {
      it('hands on a text with its thread, sender and time', async () => {
        const { chat, person, thread, received } = await begin();
        const before = Date.now();
        await person.sendText('open the browser');
        const message = only(received);
        assert.deepEqual(message.content, { kind: 'text', text: 'open the browser' });
        assert.deepEqual(message.thread, thread);
        assert.ok(message.sender.id.startsWith(`${chat.platform}:`), message.sender.id);
        assert.notEqual(message.updateId, '');
        assert.ok(Math.abs(message.sentAt - before) < 60_000, 'sentAt is milliseconds since 1970');
      });

      it('hands on every character as it was typed', async () => {
        const { person, received } = await begin();
        const texts = [
          '/run say "a < b && c > d"',
          'first\nsecond\n\tthird',
          '*not* _bold_ `code` &amp;',
          'ünïcode 日本 🙂👩‍🚀',
        ];
        for (const text of texts) await person.sendText(text);
        assert.deepEqual(
          received.map((message) => (message.content.kind === 'text' ? message.content.text : null)),
          texts,
        );
      });

      it('names two updates differently and a redelivered one the same', async () => {
        const { person, received } = await begin();
        await person.sendText('one');
        await person.sendText('two');
        await person.redeliver();
        const [one, two, again] = received.map((message) => message.updateId);
        assert.notEqual(one, two);
        assert.equal(again, two);
      });

      it('acknowledges an update only after it was received', async () => {
        const gate = Promise.withResolvers<Receipt>();
        const { person, received } = await begin(() => gate.promise);
        let isAcknowledged = false;
        const sending = person.sendText('slow').then(() => {
          isAcknowledged = true;
        });
        await untilTrue(async () => assert.equal(received.length, 1));
        await holdsFor(50, () => assert.equal(isAcknowledged, false));
        gate.resolve({ toast: '' });
        await sending;
      });
    });

    describe('files', () => {
      const file = { name: 'Überblick 1.pdf', bytes: Uint8Array.from({ length: 3000 }, (_, index) => index % 251) };
      const LIMIT = 10_000;

      it('come with their words, and their bytes when they are asked for', async () => {
        const { chat, person, thread, received } = await begin();
        await person.sendFile(file, 'print this');
        const { content, thread: from } = only(received);
        assert.deepEqual(from, thread);
        assert.ok(content.kind === 'files', content.kind);
        assert.equal(content.text, 'print this');
        const attachment = only(content.files);
        assert.equal(attachment.name, file.name);
        assert.ok(attachment.bytes === null || attachment.bytes === file.bytes.length);
        const fetched = await chat.fetch(JSON.parse(JSON.stringify(attachment)), LIMIT, never);
        assert.ok(fetched.result === 'fetched', JSON.stringify(fetched));
        assert.deepEqual(Buffer.from(fetched.bytes), Buffer.from(file.bytes));
      });

      it('need no words, and keep their update id when redelivered', async () => {
        const { person, received } = await begin();
        await person.sendFile(file, '');
        await person.redeliver();
        const [first, again] = received;
        assert.ok(first?.content.kind === 'files' && first.content.text === '');
        assert.equal(first.updateId, again?.updateId);
      });

      it('that are larger than asked for are lost, and the reason names the limit', async () => {
        const { chat, person, received } = await begin();
        await person.sendFile({ ...file, bytes: new Uint8Array(2 * 1024 * 1024 + 1) }, '');
        const { content } = only(received);
        const attachment = only(content.kind === 'files' ? content.files : []);
        for (const bytes of [attachment.bytes, null]) {
          const fetched = await chat.fetch({ ...attachment, bytes }, 2 * 1024 * 1024, never);
          assert.ok(fetched.result === 'lost', fetched.result);
          assert.match(english(fetched.why), /\b2 MB/);
        }
      });

      it('that are not there are lost', async () => {
        const { chat } = await begin();
        const fetched = await chat.fetch({ ref: 'nothing', name: '', mediaType: '', bytes: null }, LIMIT, never);
        assert.ok(fetched.result === 'lost' && fetched.why !== '', JSON.stringify(fetched));
      });

      it('are not fetched after an abort', async () => {
        const { chat, person, received } = await begin();
        await person.sendFile(file, '');
        const { content } = only(received);
        const attachment = only(content.kind === 'files' ? content.files : []);
        const reason = new Error('stopped by the person');
        await assert.rejects(chat.fetch(attachment, LIMIT, AbortSignal.abort(reason)), (error) => error === reason);
      });

      it('a voice note comes as one, where there are any', async (t) => {
        const { chat, person, received } = await begin();
        if (person.sendVoice === undefined) return t.skip('this platform has no voice notes');
        await person.sendVoice(file.bytes, 7);
        const { content } = only(received);
        assert.ok(content.kind === 'voice', content.kind);
        assert.ok(content.seconds === 7 || content.seconds === null);
        const fetched = await chat.fetch(content.audio, LIMIT, never);
        assert.deepEqual(fetched.result === 'fetched' ? Buffer.from(fetched.bytes) : null, Buffer.from(file.bytes));
      });
    });

    describe('posting', () => {
      it('shows a text with all its looks, in order and to the letter', async () => {
        const { chat, person, thread } = await begin();
        const parts = ['plain <b>&amp;</b> ', 'bold *_~`', 'code </code>', 'line 1\nline 2 ```', ' quiet [x](y)'];
        const [plain = '', bold = '', code = '', block = '', quiet = ''] = parts;
        sent(await chat.post(thread, { ...PLAIN, text: [plain, { bold }, { code }, { block }, { quiet }] }, never));
        const text = (await seenOnce(person)).text;
        let from = 0;
        for (const part of parts) {
          const at = text.indexOf(part.trim(), from);
          assert.ok(at >= from, `"${part}" is missing, or in the wrong place, in "${text}"`);
          from = at + part.trim().length;
        }
      });

      it('shows a link by its words, and leads where it says', async () => {
        const { chat, person, thread } = await begin();
        const link = 'https://login.example/go?a=1&b=%22x%22&c=<d>"e"';
        sent(await chat.post(thread, { ...PLAIN, text: ['To ', { link, label: 'log & in' }, '.'] }, never));
        const { text, links } = await seenOnce(person);
        assert.deepEqual({ text, links }, { text: 'To log & in.', links: [link] });
      });

      it('shows messages in the order they were posted', async () => {
        const { chat, person, thread } = await begin();
        for (const word of ['one', 'two', 'three']) sent(await chat.post(thread, { ...PLAIN, text: [word] }, never));
        const texts = (await person.seenMessages()).map((message) => message.text);
        assert.deepEqual(texts, ['one', 'two', 'three']);
      });

      it('names each message as the person sees it', async () => {
        const { chat, person, thread } = await begin();
        const first = sent(await chat.post(thread, PLAIN, never));
        const second = sent(await chat.post(thread, PLAIN, never));
        assert.notEqual(first.messageId, second.messageId);
        assert.deepEqual(
          (await person.seenMessages()).map((message) => message.id),
          [first.messageId, second.messageId],
        );
        assert.deepEqual(first.thread, thread);
      });

      it('shows a picture with its description', async () => {
        const { chat, person, thread, showsDescriptions = true } = await begin();
        sent(await chat.post(thread, { ...PLAIN, picture: PICTURE, pictureAlt: 'A red dot.' }, never));
        const message = await seenOnce(person);
        assert.ok(message.picture !== null && message.picture.length > 0);
        assert.equal(message.pictureAlt, showsDescriptions ? 'A red dot.' : '');
        assert.equal(message.text, 'Hello');
      });

      it('sends a file whole and under its name', async () => {
        const { chat, person, thread } = await begin();
        const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
        sent(await chat.post(thread, { ...PLAIN, file: { name: 'report é 1.bin', bytes } }, never));
        const file = (await seenOnce(person)).file;
        assert.equal(file?.name, 'report é 1.bin');
        assert.deepEqual(Buffer.from(file?.bytes ?? []), Buffer.from(bytes));
      });

      it('reports a thread that does not exist as lost', async () => {
        const { chat, person, absentThread } = await begin();
        const delivery = await chat.post(absentThread, PLAIN, never);
        assert.equal(delivery.result, 'lost');
        assert.ok(delivery.result === 'lost' && delivery.why !== '');
        assert.deepEqual(await person.seenMessages(), []);
      });

      it('rejects with the reason of an aborted signal and shows nothing', async () => {
        const { chat, person, thread } = await begin();
        const reason = new Error('stopped by the person');
        await assert.rejects(chat.post(thread, PLAIN, AbortSignal.abort(reason)), (error) => error === reason);
        assert.deepEqual(await person.seenMessages(), []);
      });
    });

    describe('buttons', () => {
      const buttons: readonly (readonly Button[])[] = [
        [
          { label: 'Approve', data: 'a-1', style: 'good' },
          { label: 'Deny', data: 'd-1', style: 'danger' },
        ],
        [
          { label: 'Deny…', data: 'e-1', style: 'plain' },
          { label: 'Decided', data: null, style: 'plain' },
        ],
      ];

      it('are shown in their rows, dead ones as dead', async () => {
        const { chat, person, thread } = await begin();
        sent(await chat.post(thread, { ...PLAIN, kind: 'question', buttons }, never));
        assert.deepEqual((await seenOnce(person)).buttons, [
          [
            { label: 'Approve', isLive: true },
            { label: 'Deny', isLive: true },
          ],
          [
            { label: 'Deny…', isLive: true },
            { label: 'Decided', isLive: false },
          ],
        ]);
      });

      it('bring back what they carried, and where they sat', async () => {
        const { chat, person, thread, received } = await begin();
        sent(await chat.post(thread, PLAIN, never));
        const card = sent(await chat.post(thread, { ...PLAIN, kind: 'question', buttons }, never));
        await person.tap(card.messageId, 'Deny');
        const message = only(received);
        assert.deepEqual(message.content, { kind: 'tap', data: 'd-1', messageId: card.messageId });
        assert.deepEqual(message.thread, thread);
        assert.equal(chat.isSameChat(thread, message), true);
      });

      it('belong to one chat: a thread of another one is not where they are', async () => {
        const { chat, person, thread, absentThread, received } = await begin();
        const card = sent(await chat.post(thread, { ...PLAIN, buttons }, never));
        await person.tap(card.messageId, 'Approve');
        const message = only(received);
        assert.equal(chat.isSameChat(absentThread, message), false);
        assert.equal(chat.isSameChat(thread, { ...message, thread: absentThread }), false);
        const own = chat.direct?.(message.sender.id) ?? null;
        if (own !== null && !thread.isGroup) assert.equal(chat.isSameChat(own, message), true, 'their direct chat');
      });

      it('are pressed by the same sender who writes', async () => {
        const { chat, person, thread, received } = await begin();
        const card = sent(await chat.post(thread, { ...PLAIN, buttons }, never));
        await person.sendText('hello');
        await person.tap(card.messageId, 'Approve');
        assert.equal(received[0]?.sender.id, received[1]?.sender.id);
      });

      it('answer with the toast of the receipt', async () => {
        const { chat, person, thread, showsToasts } = await begin(async () => ({ toast: 'Already answered.' }));
        const card = sent(await chat.post(thread, { ...PLAIN, buttons }, never));
        assert.equal(await person.tap(card.messageId, 'Approve'), showsToasts ? 'Already answered.' : '');
      });

      it('keep their update id when the press is redelivered, and get a new one when pressed again', async () => {
        const { chat, person, thread, received } = await begin();
        const card = sent(await chat.post(thread, { ...PLAIN, buttons }, never));
        await person.tap(card.messageId, 'Approve');
        await person.redeliver();
        await person.tap(card.messageId, 'Approve');
        const [first, again, second] = received.map((message) => message.updateId);
        assert.equal(first, again);
        assert.notEqual(first, second);
      });

      it('carry 63 bytes of data', async () => {
        const { chat, person, thread, received } = await begin();
        const data = 'x'.repeat(63);
        const card = sent(
          await chat.post(thread, { ...PLAIN, buttons: [[{ label: 'Go', data, style: 'plain' }]] }, never),
        );
        await person.tap(card.messageId, 'Go');
        assert.deepEqual(only(received).content, { kind: 'tap', data, messageId: card.messageId });
      });
    });

    describe('editing', () => {
      it('replaces text and buttons where the message stands', async () => {
        const { chat, person, thread } = await begin();
        const card = sent(
          await chat.post(thread, { ...PLAIN, buttons: [[{ label: 'Stop', data: 's', style: 'danger' }]] }, never),
        );
        sent(await chat.post(thread, { ...PLAIN, text: ['after it'] }, never));
        const edited = sent(await chat.edit(card, { ...PLAIN, text: ['Stopped.'], buttons: [] }, never));
        assert.deepEqual(edited, card);
        const [first, second, ...more] = await person.seenMessages();
        assert.equal(first?.id, card.messageId);
        assert.equal(first?.text, 'Stopped.');
        assert.deepEqual(first?.buttons, []);
        assert.equal(second?.text, 'after it');
        assert.equal(more.length, 0);
      });

      it('works with a name that went through JSON', async () => {
        const { chat, person, thread } = await begin();
        const posted = sent(await chat.post(thread, PLAIN, never));
        sent(await chat.edit(JSON.parse(JSON.stringify(posted)), { ...PLAIN, text: ['Changed'] }, never));
        assert.equal((await seenOnce(person)).text, 'Changed');
      });

      it('counts as sent when nothing changed', async () => {
        const { chat, person, thread } = await begin();
        const posted = sent(await chat.post(thread, PLAIN, never));
        sent(await chat.edit(posted, PLAIN, never));
        assert.equal((await seenOnce(person)).text, 'Hello');
      });

      it('keeps the picture of a message that has one', async () => {
        const { chat, person, thread } = await begin();
        const card = { ...PLAIN, picture: PICTURE, pictureAlt: 'A red dot.' };
        const posted = sent(await chat.post(thread, card, never));
        sent(await chat.edit(posted, { ...card, text: ['Approved.'] }, never));
        const message = await seenOnce(person);
        assert.equal(message.text, 'Approved.');
        assert.ok(message.picture !== null);
      });

      it('reports a message that is not there as lost', async () => {
        const { chat, thread, absentMessageId } = await begin();
        const delivery = await chat.edit({ thread, messageId: absentMessageId }, PLAIN, never);
        assert.equal(delivery.result, 'lost');
        assert.ok(delivery.result === 'lost' && delivery.why !== '');
      });

      it('rejects with the reason of an aborted signal and changes nothing', async () => {
        const { chat, person, thread } = await begin();
        const posted = sent(await chat.post(thread, PLAIN, never));
        const reason = new Error('stopped by the person');
        const edit = chat.edit(posted, { ...PLAIN, text: ['Changed'] }, AbortSignal.abort(reason));
        await assert.rejects(edit, (error) => error === reason);
        assert.equal((await seenOnce(person)).text, 'Hello');
      });
    });

    describe('its life', () => {
      it('is connected once started and not after stop', async () => {
        const bench = await makeBench();
        assert.equal(bench.chat.health().isConnected, false);
        await bench.chat.start(async () => ({ toast: '' }));
        await bench.person.sendText('hello');
        const health = bench.chat.health();
        assert.equal(health.isConnected, true);
        assert.ok(health.lastContactAt !== null && Math.abs(health.lastContactAt - Date.now()) < 60_000);
        assert.notEqual(english(health.detail), '');
        await bench.chat.stop();
        assert.equal(bench.chat.health().isConnected, false);
      });

      it('knows the way to a person alone, if its threads can be a group; to nobody of another platform', async () => {
        const { chat, person, received } = await begin();
        if (chat.direct === undefined) return;
        await person.sendText('hello');
        const { sender } = only(received);
        const direct = chat.direct(sender.id);
        assert.ok(direct !== null && !direct.isGroup && direct.platform === chat.platform);
        assert.equal((await chat.post(direct, PLAIN, never)).result, 'sent');
        assert.equal(chat.direct('nowhere:1'), null);
      });

      it('is called by its platform first', async () => {
        const { chat } = await begin();
        assert.match(chat.label(), new RegExp(`^${chat.platform}( |$)`));
      });

      it('can be stopped twice, and before it was started', async () => {
        const bench = await makeBench();
        await bench.chat.stop();
        const { chat } = await begin();
        await Promise.all([chat.stop(), chat.stop()]);
        await chat.stop();
      });
    });
  });
}

function sent(delivery: Delivery) {
  assert.equal(delivery.result, 'sent', JSON.stringify(delivery));
  if (delivery.result !== 'sent') throw new Error('unreachable');
  return delivery.message;
}

function only<T>(items: readonly T[]): T {
  const [first, ...more] = items;
  assert.equal(more.length, 0, 'exactly one');
  if (first === undefined) throw new assert.AssertionError({ message: 'there is none' });
  return first;
}

async function seenOnce(person: Person): Promise<SeenMessage> {
  return only(await person.seenMessages());
}
