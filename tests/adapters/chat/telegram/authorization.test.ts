/** Who is listened to: the people on the list, in their own words; for everybody else nothing happens at all. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InboundMessage } from '../../../../src/ports/chat.ts';
import { until } from '../../../support/until.ts';
import { textsOf } from '../chat-bench.ts';
import { type Bench, startBench } from './bench.ts';

const STRANGER = 666;
/** Methods that the chat calls by itself, whoever writes. */
const OWN_CALLS = ['getMe', 'deleteWebhook', 'deleteMyCommands', 'setMyCommands', 'getUpdates'];

/** Sends a message of somebody allowed and waits until it is taken: everything before it has then been dealt with. */
async function afterAll({ anna, received }: Bench): Promise<void> {
  anna.send('the end');
  await until(() => textsOf(received).at(-1) === 'the end');
}

describe('a stranger', () => {
  it('is never answered and never handed on, whatever they do', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    const { server, chat, log } = bench;
    const received: InboundMessage[] = [];
    const stranger = server.person(STRANGER, { name: 'Mallory' });
    const group = server.group(-7);
    const card = server.person(STRANGER);
    // Updates are queued while all kinds are still asked for, so that kinds which are no longer wanted arrive, too.
    stranger.send('/run rm -rf /');
    stranger.send('', { fields: { photo: [], caption: '/run with a picture' } });
    stranger.edit(stranger.messages()[0]?.id ?? 0, '/run edited');
    const tap = card.tapInaccessible(1, 'approve');
    group.as(stranger).send('/run@deskhand_bot from a group');
    server.inject('inline_query', { id: '1', from: { id: STRANGER, is_bot: false }, query: 'q' });
    server.inject('my_chat_member', { from: { id: STRANGER, is_bot: false }, chat: { id: STRANGER } });
    server.inject('message', { message_id: 1, date: 1, chat: { id: 101, type: 'private' }, text: 'nobody sent this' });
    server.inject('message', 'not even an object');
    await chat.start(async (message) => {
      received.push(message);
      return { toast: 'never for strangers' };
    });
    await until(() => server.pendingUpdates().length === 0);

    assert.deepEqual(received, []);
    assert.deepEqual([...new Set(server.calls().map(({ method }) => method))].sort(), [...OWN_CALLS].sort());
    assert.deepEqual(stranger.received(), []);
    server.expireTaps();
    assert.equal(await tap.answered, null, 'the button spins for ever');
    const lines = log.filter(({ text }) => text.startsWith('Dropped'));
    assert.equal(lines.length, 9, 'one line each');
    assert.ok(lines.every(({ fields }) => fields.from === STRANGER || fields.from === null));
    assert.doesNotMatch(JSON.stringify(log), /rm -rf|Mallory|from a group|approve/);
  });

  it('may write while somebody allowed does', async (t) => {
    const bench = await startBench(t);
    const group = bench.server.group(-7);
    group.as(bench.server.person(STRANGER)).send('/stop');
    group.as(bench.anna).send('/status');
    await until(() => bench.received.length === 1);
    assert.deepEqual(textsOf(bench.received), ['/status']);
  });

  it('is somebody who was taken off the list', async (t) => {
    let isListed = true;
    const bench = await startBench(t, { chat: { isAllowed: () => isListed } });
    bench.anna.send('one');
    await until(() => bench.received.length === 1);
    isListed = false;
    const updateId = bench.anna.send('two');
    await until(() => bench.server.pendingUpdates().every(({ update_id }) => update_id !== updateId));
    assert.deepEqual(textsOf(bench.received), ['one']);
  });
});

describe('somebody allowed', () => {
  const refused = {
    'a message through another bot': { via_bot: { id: 5, is_bot: true, first_name: 'Inline' } },
    'a message in the name of a chat': { sender_chat: { id: -5, type: 'channel' } },
    'a message through a business account': { business_connection_id: 'b' },
  };
  for (const [what, fields] of Object.entries(refused)) {
    it(`is not taken at their word by ${what}`, async (t) => {
      const bench = await startBench(t);
      bench.anna.send('/run something', { fields });
      await afterAll(bench);
      assert.deepEqual(textsOf(bench.received), ['the end']);
      assert.equal(bench.anna.received().length, 0);
    });
  }

  for (const [what, fields] of Object.entries({
    forwarded: { forward_origin: { type: 'user', date: 1 } },
    'forwarded, the old way': { forward_date: 1 },
  })) {
    it(`has what is ${what} handed on as somebody else’s words, and in a group not at all`, async (t) => {
      const bench = await startBench(t);
      bench.anna.send('/run something', { fields });
      bench.anna.sendDocument('a.pdf', Uint8Array.of(1), { caption: '/run something', fields });
      bench.server.group(-7).as(bench.anna).send('/run in a group', { fields });
      await afterAll(bench);
      const [words, file, ...more] = bench.received.map(({ content }) => content);
      assert.deepEqual(words, { kind: 'forwarded', text: '/run something' });
      assert.ok(file?.kind === 'files' && file.isForwarded === true && file.text === '');
      assert.deepEqual(more, [{ kind: 'text', text: 'the end' }]);
    });
  }

  it('has an edit handed on as one, of the message that was taken, and as a stop where it says so', async (t) => {
    const bench = await startBench(t);
    const { anna, received } = bench;
    const updateId = anna.send('/run once');
    const id = anna.messages()[0]?.id ?? 0;
    await until(() => received.length === 1);
    anna.edit(id, '/run once');
    anna.edit(id, '/run twice');
    anna.edit(id, '/run twice');
    anna.edit(id, '/run thrice');
    anna.edit(id, 'Stop');
    await afterAll(bench);
    const of = `telegram:${updateId}`;
    assert.deepEqual(
      received.slice(1, -1).map(({ content }) => content),
      [
        { kind: 'edited', text: '/run twice', of },
        { kind: 'edited', text: '/run thrice', of },
        { kind: 'text', text: 'Stop' },
      ],
    );
  });

  it('has nothing repeated of a secret that is edited, nor of what is not remembered', async (t) => {
    const bench = await startBench(t, { receive: async () => ({ toast: '', isSecret: true }) });
    const { anna, received } = bench;
    anna.send('hunter2');
    await until(() => received.length === 1);
    anna.edit(anna.messages()[0]?.id ?? 0, 'hunter3');
    anna.send('never taken', { fields: { via_bot: { id: 5, is_bot: true, first_name: 'Inline' } } });
    anna.edit(anna.messages().at(-1)?.id ?? 0, 'hunter4');
    await afterAll(bench);
    assert.deepEqual(
      received.slice(1, -1).map(({ content }) => content),
      [{ kind: 'edited', text: '', of: null }],
    );
  });

  it('is no bot, even one on the list', async (t) => {
    const bench = await startBench(t);
    bench.server.person(101, { isBot: true }).send('/run loop');
    await afterAll(bench);
    assert.deepEqual(textsOf(bench.received), ['the end']);
  });

  it('does not run a command again by editing it, nor through a channel or as an anonymous admin', async (t) => {
    const bench = await startBench(t, { isStarted: false });
    const { server, anna, chat } = bench;
    anna.send('/run once');
    anna.edit(anna.messages()[0]?.id ?? 0, '/run twice');
    server.group(-7).sendAsGroup('/run as the group');
    server.postInChannel(-9, '/run from a channel');
    server.postInChannel(-9, '/run from a channel', { fields: { from: { id: 101, is_bot: false } } });
    const texts: string[] = [];
    await chat.start(async ({ content }) => {
      texts.push('text' in content ? content.text : content.kind);
      assert.equal(content.kind, texts.length === 1 ? 'text' : 'edited');
      return { toast: '' };
    });
    await until(() => server.pendingUpdates().length === 0);
    // The update keeps its first words: this server, as Telegram does, delivers a queued message in its old form, and then the edit.
    assert.deepEqual(texts, ['/run once', '/run twice']);
  });

  it('has only messages, edits, taps and stops delivered', async (t) => {
    const { server } = await startBench(t);
    await until(() => server.calls('getUpdates').length > 0);
    assert.deepEqual(server.allowedUpdates(), [
      'message',
      'edited_message',
      'callback_query',
      'message_reaction',
      'stopped_message_generation',
    ]);
  });
});
