/** The strict Slack refuses what Slack refuses: a server that takes everything would prove nothing. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { until } from '../../support/until.ts';
import { type SlackServer, startSlackServer } from './slack-server.ts';

const BOT = 'xoxb-1';
const APP = 'xapp-1';
const CHANNEL = 'C00000001';

describe('the strict Slack', () => {
  let server: SlackServer;
  let dm = '';

  beforeEach(async () => {
    server = await startSlackServer({
      botToken: BOT,
      appToken: APP,
      pace: { burst: 5, perSecond: 0.5 },
      hub: { ackMs: 60, retryMs: [0, 20] },
    });
    dm = server.person('U00000ANN').dm;
    server.channel(CHANNEL);
    server.channel('C000ALONE', { hasBot: false });
    server.channel('C0000OLD0', { isArchived: true });
  });
  afterEach(() => server.stop());

  async function call(method: string, fields: Readonly<Record<string, string>>, token = BOT) {
    const response = await fetch(`${server.apiUrl}${method}`, {
      method: 'POST',
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
    });
    const answer: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer };
  }

  async function errorOf(method: string, fields: Readonly<Record<string, string>>, token = BOT) {
    return (await call(method, fields, token)).answer.error;
  }

  const post = (fields: Readonly<Record<string, string>>) => errorOf('chat.postMessage', { channel: dm, ...fields });
  const postBlocks = (blocks: unknown) => post({ text: 'x', blocks: JSON.stringify(blocks) });

  it('knows its tokens, their kinds and their scopes', async () => {
    assert.equal(await errorOf('auth.test', {}, ''), 'not_authed');
    assert.equal(await errorOf('auth.test', {}, 'xoxb-2'), 'invalid_auth');
    assert.equal(await errorOf('auth.test', {}, APP), 'not_allowed_token_type');
    assert.equal(await errorOf('apps.connections.open', {}), 'not_allowed_token_type');
    server.setScopes(['commands']);
    const { answer } = await call('chat.postMessage', { channel: dm, text: 'x' });
    assert.deepEqual([answer.error, answer.needed, answer.provided], ['missing_scope', 'chat:write', 'commands']);
    server.setTrouble('bot', 'token_revoked');
    assert.equal(await errorOf('auth.test', {}), 'token_revoked');
    assert.equal(await errorOf('no.such', {}), 'unknown_method');
  });

  it('knows where the app may write', async () => {
    assert.equal(await post({ channel: 'C99999999', text: 'x' }), 'channel_not_found');
    assert.equal(await post({ channel: 'C000ALONE', text: 'x' }), 'not_in_channel');
    assert.equal(await post({ channel: 'C0000OLD0', text: 'x' }), 'is_archived');
    assert.equal(await post({ text: 'x', thread_ts: '1700000000.000001' }), 'thread_not_found');
    assert.equal(await post({ text: 'x', colour: 'red' }), 'invalid_arguments');
    assert.equal(await post({ text: ' ' }), 'no_text');
    assert.equal(
      await errorOf('chat.update', { channel: dm, ts: '1700000000.000001', text: 'x' }),
      'message_not_found',
    );
    const { ts } = server.person('U00000ANN').say('mine');
    assert.equal(await errorOf('chat.update', { channel: dm, ts, text: 'x' }), 'cant_update_message');
  });

  it('holds blocks to their rules', async () => {
    const button = { type: 'button', action_id: 'a', value: 'v', text: { type: 'plain_text', text: 'Go' } };
    const text = (words: string) => ({
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: words }] }],
    });
    const broken: readonly (readonly unknown[])[] = [
      [{ type: 'nonsense' }],
      [text('')],
      [{ ...text('x'), colour: 'red' }],
      [{ type: 'actions', elements: [] }],
      [{ type: 'actions', elements: [button, button] }],
      [{ type: 'actions', elements: [{ ...button, style: 'good' }] }],
      [{ type: 'actions', elements: [{ ...button, text: { type: 'plain_text', text: 'x'.repeat(76) } }] }],
      [
        {
          type: 'actions',
          elements: Array.from({ length: 26 }, (_, index) => ({ ...button, action_id: `a${index}` })),
        },
      ],
      [{ type: 'image', slack_file: { id: 'F1' }, alt_text: '' }],
      [{ type: 'image', slack_file: { id: 'F1' }, alt_text: 'not there' }],
      Array.from({ length: 51 }, () => text('x')),
    ];
    for (const blocks of broken)
      assert.equal(await postBlocks(blocks), 'invalid_blocks', JSON.stringify(blocks).slice(0, 80));
    assert.equal(await post({ text: 'x', blocks: '[' }), 'invalid_blocks_format');
    assert.equal(await postBlocks(Array.from({ length: 5 }, () => text('x'.repeat(2_900)))), 'msg_blocks_too_long');
    assert.equal(await post({ text: 'x'.repeat(40_001) }), 'msg_too_long');
    assert.equal(await postBlocks([text('fine'), { type: 'actions', elements: [button] }]), undefined);
  });

  it('slows down who says too much', async () => {
    for (let times = 0; times < 5; times += 1) assert.equal(await post({ text: 'x' }), undefined);
    const { status, retryAfter, answer } = await call('chat.postMessage', { channel: dm, text: 'x' });
    assert.deepEqual([status, retryAfter, answer.error], [429, '2', 'ratelimited']);
    assert.equal(await post({ channel: CHANNEL, text: 'x' }), undefined, 'each conversation for itself');
  });

  it('lets messages grow only where, how and as long as Slack does', async () => {
    const ann = server.person('U00000ANN');
    const { ts: root } = ann.say('a root');
    const task = { type: 'task_update', id: 'a', title: 'Look', status: 'in_progress' };
    const chunks = JSON.stringify([{ type: 'plan_update', title: 'Run 1' }, task]);
    const inThread = { channel: dm, thread_ts: root };
    const start = (fields: Readonly<Record<string, string>>) => errorOf('chat.startStream', { ...inThread, ...fields });
    assert.equal(await errorOf('chat.startStream', { channel: dm, chunks }), 'invalid_arguments');
    assert.equal(await start({ chunks, thread_ts: '1700000000.000001' }), 'thread_not_found');
    assert.equal(await start({}), 'no_text');
    assert.equal(await start({ chunks: '[]' }), 'no_text');
    assert.equal(await start({ chunks: '[' }), 'invalid_chunks');
    assert.equal(await start({ markdown_text: 'x'.repeat(12_001) }), 'msg_too_long');
    assert.equal(await start({ markdown_text: 'x', chunks }), 'cannot_provide_both_markdown_text_and_chunks');
    for (const broken of [
      { ...task, status: 'done' },
      { ...task, title: 'x'.repeat(257) },
      { type: 'nonsense' },
      { ...task, colour: 'red' },
    ]) {
      assert.equal(await start({ chunks: JSON.stringify([broken]) }), 'invalid_chunks', JSON.stringify(broken));
    }
    server.channel('C0000ROOT');
    const { ts: rootThere } = ann.say('a root', { channel: 'C0000ROOT' });
    const there = { channel: 'C0000ROOT', thread_ts: rootThere, chunks };
    assert.equal(await errorOf('chat.startStream', there), 'missing_recipient_user_id');
    const named = { ...there, recipient_user_id: 'U00000ANN' };
    assert.equal(await errorOf('chat.startStream', named), 'missing_recipient_team_id');
    const unknown = { ...there, recipient_user_id: 'U00000BOB', recipient_team_id: 'T1' };
    assert.equal(await errorOf('chat.startStream', unknown), 'user_not_found');

    const { answer } = await call('chat.startStream', { ...inThread, chunks });
    const stream = { channel: dm, ts: String(answer.ts) };
    const more = { ...stream, chunks: JSON.stringify([{ ...task, status: 'complete' }]) };
    assert.equal(await errorOf('chat.appendStream', { ...more, ts: '1700000000.000001' }), 'message_not_found');
    assert.equal(await errorOf('chat.appendStream', { ...more, ts: root }), 'message_not_owned_by_app');
    assert.equal(await errorOf('chat.appendStream', { ...stream, markdown_text: 'x' }), 'streaming_mode_mismatch');
    assert.equal(await errorOf('chat.update', { ...stream, text: 'x' }), 'streaming_state_conflict');
    assert.equal(await errorOf('chat.appendStream', more), undefined);
    assert.deepEqual(ann.messages().at(-1)?.plan, {
      title: 'Run 1',
      tasks: [{ id: 'a', title: 'Look', status: 'complete' }],
    });
    assert.equal(await errorOf('chat.stopStream', { ...stream, session_status: 'gone' }), 'invalid_arguments');
    assert.equal(await errorOf('chat.stopStream', stream), undefined);
    for (const method of ['chat.appendStream', 'chat.stopStream']) {
      assert.equal(await errorOf(method, more), 'message_not_in_streaming_state', method);
    }
    assert.equal(await errorOf('chat.update', { ...stream, text: 'x' }), undefined);
  });

  it('takes uploads only in their three steps', async () => {
    assert.equal(await errorOf('files.getUploadURLExternal', { filename: 'a', length: '0' }), 'invalid_arguments');
    const { answer } = await call('files.getUploadURLExternal', { filename: 'a', length: '3' });
    const complete = { files: JSON.stringify([{ id: answer.file_id }]), channel_id: dm };
    assert.equal(await errorOf('files.completeUploadExternal', complete), 'file_not_found');
    assert.equal((await fetch(String(answer.upload_url), { method: 'POST', body: 'four' })).status, 400);
    assert.equal((await fetch(String(answer.upload_url), { method: 'POST', body: 'abc' })).status, 200);
    assert.equal(await errorOf('files.completeUploadExternal', complete), undefined);
    assert.equal(await errorOf('files.completeUploadExternal', complete), 'file_already_completed');
  });

  it('lets each socket address be used once, sends events until they are acknowledged, and notices what nobody asked for', async () => {
    const { answer } = await call('apps.connections.open', {}, APP);
    const seen: string[] = [];
    const socket = new WebSocket(String(answer.url));
    socket.addEventListener('message', ({ data }) => seen.push(String(data)));
    await until(() => seen.length === 1);
    assert.equal(JSON.parse(seen[0] ?? '').type, 'hello');
    const again = new WebSocket(String(answer.url));
    await new Promise((resolve) => again.addEventListener('error', resolve));
    const { acknowledged, envelopeId } = server.inject('events_api', { event: { type: 'x' } });
    await until(() => seen.length === 3);
    assert.deepEqual(
      seen.slice(1).map((text) => JSON.parse(text).retry_attempt),
      [0, 1],
    );
    for (const id of [envelopeId, envelopeId, 'e-999']) socket.send(JSON.stringify({ envelope_id: id, payload: {} }));
    assert.deepEqual(await acknowledged, {});
    await until(() => server.protocolFaults().length === 2);
    assert.match(server.protocolFaults().join('\n'), /already acked: .*\nnobody asked: e-999/);
    const unheard = server.inject('slash_commands', { text: 'x' });
    await assert.rejects(unheard.acknowledged, /slash_commands was not acknowledged/);
    for (const [type, payload] of [
      ['events_api', { event: { type: 'x' } }],
      ['interactive', { type: 'block_actions' }],
      ['slash_commands', { text: 'x' }],
    ] as const) {
      const given = server.inject(type, payload);
      socket.send(JSON.stringify({ envelope_id: given.envelopeId, payload: { text: 'hi' } }));
      assert.deepEqual(await given.acknowledged, { text: 'hi' });
    }
    assert.deepEqual(server.protocolFaults().slice(2), ['events_api takes no answer', 'interactive takes no answer']);
    socket.close();
  });
});
