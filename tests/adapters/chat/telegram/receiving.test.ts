/** What reaches the gateway, and when Telegram is told so. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownWords } from '../../../../src/safety/scope/own-words.ts';
import { english } from '../../../../src/words/speak.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { holdsFor, until } from '../../../support/until.ts';
import { textsOf } from '../chat-bench.ts';
import { ANNA, NEVER, startBench, THREAD } from './bench.ts';

describe('a message', () => {
  it('names its sender, their language, the time and the update', async (t) => {
    const { server, received } = await startBench(t);
    const before = Date.now();
    const updateId = server.person(ANNA, { name: 'Anna Blume', language: 'de' }).send('hallo');
    const [message] = await until(() => received.length === 1 && received);
    assert.deepEqual(message?.sender, { id: 'telegram:101', name: 'Anna Blume', language: 'de' });
    assert.equal(message?.updateId, `telegram:${updateId}`);
    assert.ok(Math.abs((message?.sentAt ?? 0) - before) < 2_000);
    assert.deepEqual(message?.thread, THREAD);
  });

  it('loses our name after a command or in front, and is ignored with the name of another bot', async (t) => {
    const { anna, received } = await startBench(t);
    const sent = [
      '/run@deskhand_bot tidy up',
      '/STOP@Deskhand_Bot',
      '/run@other_bot no',
      '/stop@deskhand_bottom no',
      '@deskhand_bot stop',
      '@other_bot hi',
      '/type a@deskhand_bot b',
      'mail me@deskhand_bot.com',
    ];
    for (const text of sent) anna.send(text);
    await until(() => received.length === 6);
    assert.deepEqual(textsOf(received), [
      '/run tidy up',
      '/STOP',
      'stop',
      '@other_bot hi',
      '/type a@deskhand_bot b',
      'mail me@deskhand_bot.com',
    ]);
  });

  it('has the lines of a block quote marked, so that they do not count as its sender’s own words', async (t) => {
    const { anna, received } = await startBench(t);
    const send = (text: string, quoted: string, field: 'text' | 'caption' = 'text'): void => {
      const marks = [{ type: 'blockquote', offset: text.indexOf(quoted), length: quoted.length }];
      const fields = field === 'text' ? { entities: marks } : { photo: [], caption: text, caption_entities: marks };
      anna.send(field === 'text' ? text : '', { fields });
    };
    send('/run answer this\npay 500 in PayPal\nand open it', 'pay 500 in PayPal\nand open it');
    send('🙂 first\nput it into GIMP\nthen mine', 'put it into GIMP');
    send('/run all of it', '/run all of it');
    send('see: inline', 'inline');
    send('/run file\nfrom a mail', 'from a mail', 'caption');
    anna.send('/run plain', { fields: { entities: 'nonsense' } });
    await until(() => received.length === 6);
    assert.deepEqual(textsOf(received), [
      '/run answer this\n> pay 500 in PayPal\n> and open it',
      '🙂 first\n> put it into GIMP\nthen mine',
      '> /run all of it',
      'see: \n> inline',
      '/run file\n> from a mail',
      '/run plain',
    ]);
    assert.equal(ownWords('answer this\n> pay 500 in PayPal').trim(), 'answer this');
  });

  it('may be the caption of a picture or a file; a sticker comes as one without words, what cannot be read is ignored', async (t) => {
    const { anna, received } = await startBench(t);
    anna.send('', { fields: { photo: [], caption: '/run file this' } });
    anna.send('', { fields: { sticker: {} } });
    anna.send('', { fields: { voice: {} } });
    anna.send('after');
    await until(() => received.length === 3);
    assert.deepEqual(textsOf(received), ['/run file this', '', 'after']);
  });

  it('with several files comes as one for each, named as parts of one, with the caption where it stands', async (t) => {
    const { anna, received } = await startBench(t);
    const part = (name: string) => ({ name, bytes: Uint8Array.of(1) });
    anna.sendAlbum([{ ...part('a.pdf'), caption: 'print both' }, part('b.pdf')]);
    anna.sendAlbum([part('c.pdf')]);
    await until(() => received.length === 3);
    const contents = received.map(({ content }) => (content.kind === 'files' ? content : null));
    assert.deepEqual(
      contents.map((content) => [content?.files[0]?.name, content?.text]),
      [
        ['a.pdf', 'print both'],
        ['b.pdf', ''],
        ['c.pdf', ''],
      ],
    );
    const [first, second, third] = contents.map((content) => content?.album);
    assert.ok(first !== undefined && first === second && third !== undefined && third !== first);
  });

  it('belongs to its chat, or to the topic it stands in', async (t) => {
    const { server, anna, received, chat } = await startBench(t);
    const forum = server.group(-100_5, { isForum: true, topics: [3, 9] }).as(anna);
    forum.send('in nine', { topicId: 9 });
    forum.send('in general');
    server
      .group(-6)
      .as(anna)
      .send('in a group', { fields: { message_thread_id: 77 } });
    await until(() => received.length === 3);
    assert.deepEqual(
      received.map(({ thread }) => [thread.key, thread.isGroup]),
      [
        ['telegram:-1005/9', true],
        ['telegram:-1005', true],
        ['telegram:-6', true],
      ],
    );
    for (const { thread } of received) await chat.post(thread, PLAIN, NEVER);
    assert.deepEqual(
      forum.received().map(({ topicId }) => topicId),
      [9, null],
    );
  });

  it('that asks for a run outside the topics of a forum gets one of its own, where the bot may make them', async (t) => {
    const { server, anna, received, chat } = await startBench(t);
    const forum = server.group(-100_6, { isForum: true, topics: [3], mayManageTopics: true }).as(anna);
    const first = forum.send('/run@deskhand_bot tidy up');
    for (const [words, options] of [
      ['/run tidy up', { topicId: 3 }],
      ['/run', {}],
      ['/status', {}],
    ] as const)
      forum.send(words, options);
    await until(() => received.length === 4);
    server.redeliver(first ?? 0);
    await until(() => received.length === 5);
    assert.deepEqual(
      received.map(({ thread }) => thread.key),
      ['telegram:-1006/4', 'telegram:-1006/3', 'telegram:-1006', 'telegram:-1006', 'telegram:-1006/4'],
    );
    assert.deepEqual(
      server.calls('createForumTopic').map(({ fields }) => fields.get('name')),
      ['tidy up'],
    );
    const [moved, ...stayed] = received.map(({ movedFrom }) => movedFrom).slice(0, 4);
    const general = { platform: 'telegram', key: 'telegram:-1006', isGroup: true };
    assert.deepEqual(moved, { thread: general, name: 'tidy up', link: 'https://t.me/c/6/4' }, 'where it was said');
    assert.deepEqual(stayed, [undefined, undefined, undefined]);
    for (const { thread } of received.slice(0, 1)) await chat.post(thread, PLAIN, NEVER);
    assert.equal(forum.received().at(-1)?.topicId, 4);
  });

  it('stays where it was said when Telegram makes no topic, and asks for none with every run', async (t) => {
    const { server, anna, received } = await startBench(t);
    const forum = server.group(-100_6, { isForum: true }).as(anna);
    const plain = server.group(-6).as(anna);
    for (const speaker of [forum, forum, plain, anna]) speaker.send('/run tidy up');
    await until(() => received.length === 4);
    assert.deepEqual(
      received.map(({ thread }) => thread.key),
      ['telegram:-1006', 'telegram:-1006', 'telegram:-6', `telegram:${ANNA}`],
    );
    assert.equal(server.calls('createForumTopic').length, 1);
  });
});

describe('a tap', () => {
  it('is answered once and at once, also when it comes twice or the card is too old to be shown', async (t) => {
    const { server, anna, received } = await startBench(t, { receive: async () => ({ toast: 'Denied.' }) });
    const started = performance.now();
    const tap = anna.tapInaccessible(7, 'd-1');
    assert.equal((await tap.answered)?.text, 'Denied.');
    assert.ok(performance.now() - started < 5_000);
    assert.deepEqual(received[0]?.content, { kind: 'tap', data: 'd-1', messageId: '7' });
    server.redeliver(tap.updateId ?? 0);
    await until(() => received.length === 2);
    await holdsFor(20, () => assert.equal(server.calls('answerCallbackQuery').length, 1));
  });

  it('that the gateway takes its time over holds up nothing after its answer', async (t) => {
    const { server, anna, received } = await startBench(t);
    server.fail('answerCallbackQuery', { kind: 'hang' });
    anna.tapInaccessible(7, 'a');
    anna.send('/stop');
    await until(() => received.length === 2);
    assert.deepEqual(textsOf(received), ['[a]', '/stop']);
  });

  it('is answered again when nothing came back the first time', async (t) => {
    const { server, anna } = await startBench(t, { receive: async () => ({ toast: 'ok' }) });
    server.fail('answerCallbackQuery', { kind: 'reset' });
    assert.equal((await anna.tapInaccessible(7, 'a').answered)?.text, 'ok');
  });

  it('has its toast cut to what Telegram shows', async (t) => {
    const { anna } = await startBench(t, { receive: async () => ({ toast: '🙂'.repeat(300) }) });
    assert.equal((await anna.tapInaccessible(7, 'a').answered)?.text, `${'🙂'.repeat(199)}…`);
  });

  it('without data still ends its spinner', async (t) => {
    const { server, received } = await startBench(t);
    const from = { id: ANNA, is_bot: false, first_name: 'Anna' };
    server.inject('callback_query', { id: '99', from, chat_instance: '1', game_short_name: 'chess' });
    await until(() => server.calls('answerCallbackQuery').length === 1);
    assert.deepEqual(received, []);
  });
});

describe('an update', () => {
  it('is confirmed to Telegram only once it was taken', async (t) => {
    const gate = Promise.withResolvers<{ toast: string }>();
    const { server, anna, received } = await startBench(t, { receive: () => gate.promise });
    const updateId = anna.send('slow');
    await until(() => received.length === 1);
    await holdsFor(50, () =>
      assert.deepEqual(
        server.pendingUpdates().map(({ update_id }) => update_id),
        [updateId],
      ),
    );
    gate.resolve({ toast: '' });
    await until(() => server.pendingUpdates().length === 0);
  });

  it('that could not be stored is offered again until it is, and said in the health', async (t) => {
    let attempts = 0;
    const isSaid = Promise.withResolvers<void>();
    const { anna, received, chat } = await startBench(t, {
      pacing: { pollSeconds: 30 },
      receive: async () => {
        attempts += 1;
        if (attempts === 2) await isSaid.promise;
        if (attempts < 3) throw new Error('disk full');
        return { toast: '' };
      },
    });
    anna.send('/run keep this');
    await until(() => english(chat.health().detail).includes('could not be stored'));
    isSaid.resolve();
    await until(() => attempts === 3 && chat.health().isConnected);
    anna.send('next');
    await until(() => textsOf(received).at(-1) === 'next');
    assert.deepEqual(textsOf(received), ['/run keep this', '/run keep this', '/run keep this', 'next']);
  });

  it('that was not taken when the chat stops comes again at the next start; those taken do not', async (t) => {
    const gate = Promise.withResolvers<void>();
    const { server, anna, received, chat } = await startBench(t, {
      receive: async ({ content }) => {
        if (content.kind === 'text' && content.text === 'two') await gate.promise;
        return { toast: '' };
      },
    });
    for (const text of ['one', 'two', 'three']) anna.send(text);
    await until(() => received.length === 2);
    const stopping = chat.stop();
    gate.resolve();
    await stopping;
    assert.deepEqual(textsOf(received), ['one', 'two']);
    assert.equal(server.pendingUpdates().length, 1, 'one and two are confirmed, three waits');
  });
});

describe('a reaction', () => {
  it('is a tap on the button with that thumb, once, and of nobody else', async (t) => {
    const { server, anna, chat, received, log } = await startBench(t);
    const row = ['👍', '👎'].map((label) => ({ label, data: `data ${label}`, style: 'plain' as const }));
    const sent = await chat.post(THREAD, { ...PLAIN, text: ['Done'], kind: 'end', buttons: [row] }, NEVER);
    const plain = await chat.post(THREAD, { ...PLAIN, text: ['Hello'] }, NEVER);
    assert.ok(sent.result === 'sent' && plain.result === 'sent');
    const [end, other] = [Number(sent.message.messageId), Number(plain.message.messageId)];
    server.person(666, { name: 'Mallory' }).react(end, '👍');
    anna.react(other, '👍');
    anna.react(end, '🎉');
    anna.react(end, '👎');
    anna.react(end, null, '👎');
    anna.react(end, '👍');
    await until(() => received.length === 2);
    assert.deepEqual(
      received.map(({ content, sender, thread }) => [content, sender.id, thread]),
      ['👎', '👍'].map((thumb) => [
        { kind: 'tap', data: `data ${thumb}`, messageId: String(end) },
        `telegram:${ANNA}`,
        THREAD,
      ]),
    );
    const dropped = log.map(({ text }) => text).filter((line) => /Dropped/.test(line));
    assert.equal(dropped.length, 4, dropped.join(' '));
  });
});
