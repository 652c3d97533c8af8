/** The Web API side against a Slack that is not ours (`emulate`, with its strict scopes): what our own server takes is what another one takes. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEmulator, type Emulator } from 'emulate';
import { z } from 'zod';
import { SCOPES } from '../../../../adapters/chat/slack/manifest.ts';
import { createSlackChat } from '../../../../adapters/chat/slack/slack-chat.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import { readPlainWord } from '../../../../src/commands/plain-words.ts';
import type { Chat, Delivery, Thread } from '../../../../src/ports/chat.ts';
import { english } from '../../../../src/words/speak.ts';
import { makePlain } from '../../../support/jpeg.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { createLog } from '../chat-bench.ts';
import { IMPATIENT, NEVER } from './bench.ts';

const BOT = 'xoxb-emulated-deskhand';
const PERSON = 'xoxp-emulated-anna';
const BUTTONS = [
  [
    { label: 'Approve', data: 'a-1', style: 'good' },
    { label: 'Deny', data: null, style: 'danger' },
  ],
] as const;

const anything = z.looseObject({ ok: z.boolean() });
const history = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      text: z.string(),
      thread_ts: z.string().optional(),
      blocks: z.array(z.looseObject({ type: z.string() })).default([]),
      files: z.array(z.looseObject({ id: z.string(), name: z.string() })).default([]),
    }),
  ),
});
const identity = z.object({ user_id: z.string(), team_id: z.string() });

describe('against emulate', () => {
  let slack: Emulator;
  let chat: Chat;
  let thread: Thread;
  let channelId = '';
  let root = '';

  async function call<T>(method: string, fields: Readonly<Record<string, string>>, shape: z.ZodType<T>): Promise<T> {
    const response = await fetch(`${slack.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PERSON}` },
      body: new URLSearchParams(fields),
    });
    const answer: unknown = await response.json();
    assert.equal(anything.parse(answer).ok, true, `${method}: ${JSON.stringify(answer)}`);
    return shape.parse(answer);
  }

  const replies = async () =>
    (await call('conversations.replies', { channel: channelId, ts: root }, history)).messages.slice(1);

  function sent(delivery: Delivery) {
    assert.equal(delivery.result, 'sent', JSON.stringify(delivery));
    if (delivery.result !== 'sent') throw new Error('unreachable');
    return delivery.message;
  }

  before(async () => {
    const all = [
      'chat:write',
      'channels:read',
      'channels:history',
      'im:history',
      'im:write',
      'files:read',
      'users:read',
    ];
    const tokens = [
      { token: BOT, user: 'deskhand', scopes: [...SCOPES] },
      { token: PERSON, user: 'anna', scopes: all },
    ];
    const users = ['deskhand', 'anna'].map((name) => ({ name, real_name: name, email: `${name}@example.org` }));
    const seed = { slack: { strict_scopes: true, team: { name: 'Test', domain: 'test' }, users, tokens } };
    slack = await createEmulator({ service: 'slack', port: 0, seed });
    chat = createSlackChat({
      isCommand: (text) => readPlainWord(text) !== null,
      botToken: BOT,
      appToken: 'xapp-1-not-served',
      apiUrl: `${slack.url}/api/`,
      clock: createSystemClock(),
      log: createLog([]),
      isAllowed: () => true,
      allowedIds: () => [],
      pacing: IMPATIENT,
    });
    const anna = await call('auth.test', {}, identity);
    const bot = await fetch(`${slack.url}/api/auth.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BOT}` },
    });
    const { user_id: botUser } = identity.parse(await bot.json());
    const opened = await call(
      'conversations.open',
      { users: botUser },
      z.object({ channel: z.object({ id: z.string() }) }),
    );
    channelId = opened.channel.id;
    ({ ts: root } = await call(
      'chat.postMessage',
      { channel: channelId, text: 'run it' },
      z.object({ ts: z.string() }),
    ));
    thread = { platform: 'slack', key: `slack:${anna.team_id}:${channelId}/${root}`, isGroup: false };
  });

  after(async () => {
    await chat.stop();
    await slack.close();
  });

  it('the scopes of the manifest are enough for a card with a picture and buttons, in its thread', async () => {
    const text = ['May I? ', { code: '<b> & *c*' }, { block: 'rm -rf ~/x' }];
    const card = {
      ...PLAIN,
      text,
      kind: 'question',
      picture: await makePlain(64, 64),
      pictureAlt: 'Gray.',
      buttons: BUTTONS,
    } as const;
    const posted = sent(await chat.post(thread, card, NEVER));
    const [message, ...more] = await replies();
    assert.equal(more.length, 0);
    assert.equal(message?.ts, posted.messageId);
    assert.equal(message?.text, 'May I? &lt;b&gt; &amp; *c*rm -rf ~/x');
    assert.deepEqual(
      message?.blocks.map(({ type }) => type),
      ['rich_text', 'image', 'actions', 'context'],
    );
    const closed = {
      ...card,
      text: ['Approved.'],
      buttons: BUTTONS.map((row) => row.map((one) => ({ ...one, data: null }))),
    };
    sent(await chat.edit(posted, closed, NEVER));
    const [after] = await replies();
    assert.equal(after?.text, 'Approved.');
    assert.deepEqual(
      after?.blocks.map(({ type }) => type),
      ['rich_text', 'image', 'context'],
    );
  });

  it('a run without streams there is told by its live message alone', async () => {
    const progress = { title: 'Run 1', steps: [{ id: 'look', title: 'Taking a first look', state: 'doing' }] } as const;
    const before = (await replies()).length;
    const live = { ...PLAIN, kind: 'status', text: ['Working'], buttons: BUTTONS, progress } as const;
    const posted = sent(await chat.post(thread, live, NEVER));
    sent(await chat.edit(posted, { ...live, text: ['Done'], buttons: [] }, NEVER));
    const all = await replies();
    assert.equal(all.length, before + 1);
    assert.equal(all.at(-1)?.text, 'Done');
  });

  it('a file goes up in its three steps and comes down again', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
    const posted = sent(
      await chat.post(thread, { ...PLAIN, text: ['Here <it> is'], file: { name: 'report é.bin', bytes } }, NEVER),
    );
    const message = (await replies()).find(({ files }) => files.length > 0);
    assert.equal(message?.text, 'Here &lt;it&gt; is');
    assert.equal(message?.ts, posted.messageId, 'the message of the file is found');
    const [file] = message?.files ?? [];
    assert.equal(file?.name, 'report é.bin');
    const fetched = await chat.fetch({ ref: file?.id ?? '', name: '', mediaType: '', bytes: null }, 10_000, NEVER);
    assert.ok(fetched.result === 'fetched', JSON.stringify(fetched));
    assert.deepEqual(Buffer.from(fetched.bytes), Buffer.from(bytes));
  });

  it('what is not there is lost, and a token that is not known is not', async () => {
    const absent = { ...thread, key: thread.key.replace(channelId, 'D99999999') };
    assert.equal((await chat.post(absent, PLAIN, NEVER)).result, 'lost');
    assert.equal((await chat.edit({ thread, messageId: '1700000000.000001' }, PLAIN, NEVER)).result, 'lost');
    const stranger = createSlackChat({
      isCommand: (text) => readPlainWord(text) !== null,
      botToken: 'xoxb-unknown',
      appToken: 'xapp-1-not-served',
      apiUrl: `${slack.url}/api/`,
      clock: createSystemClock(),
      log: createLog([]),
      isAllowed: () => true,
      allowedIds: () => [],
      pacing: IMPATIENT,
    });
    await stranger.start(async () => ({ toast: '' }));
    assert.match(english(stranger.health().detail), /does not know the token in SLACK_BOT_TOKEN|cannot be reached/);
    await stranger.stop();
  });
});
