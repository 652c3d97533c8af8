/** What comes from Slack: as it was typed, in the thread it belongs to, once, in order, and a stop before everything else. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { InboundMessage, Receipt } from '../../../../src/ports/chat.ts';
import { TEAM } from '../../../servers/slack/slack-server.ts';
import { PLAIN } from '../../../support/plain-message.ts';
import { holdsFor, until } from '../../../support/until.ts';
import { textsOf } from '../chat-bench.ts';
import { ANNA, ANNA_ID, NEVER, startBench } from './bench.ts';

const CHANNEL = 'C0000WORK';
const key = (channel: string, root?: string): string =>
  `slack:${TEAM}:${channel}${root === undefined ? '' : `/${root}`}`;

describe('text', () => {
  it('is what was typed: links, mentions, channels, emoji', async (t) => {
    const { anna, received } = await startBench(t);
    const cases: readonly (readonly [string, string])[] = [
      ['see <https://x.org/?a=1&amp;b=2> now', 'see https://x.org/?a=1&b=2 now'],
      ['<http://example.com|example.com>', 'example.com'],
      ['<https://evil.org/login|example.com>', 'example.com (https://evil.org/login)'],
      ['mail <mailto:a@b.org|a@b.org>', 'mail a@b.org'],
      ['tell <@U00000BOB|bob> and <@U00000EVE> in <#C1|general>', 'tell @bob and @U00000EVE in #general'],
      ['<!here> <!subteam^S1|@team> <!date^1|today>', '@here @team today'],
      ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
    ];
    for (const [text] of cases) await anna.say('', { fields: { text, blocks: undefined } }).acknowledged;
    assert.deepEqual(
      textsOf(received),
      cases.map(([, typed]) => typed),
    );
  });

  it('behind /deskhand is a command with and without its slash, and help when there is none', async (t) => {
    const { anna, received } = await startBench(t);
    for (const text of ['status', '/status', 'click 5', 'type a < b && "c"', '', 'screnshot']) {
      await anna.command(text).acknowledged;
    }
    assert.deepEqual(textsOf(received), [
      '/status',
      '/status',
      '/click 5',
      '/type a < b && "c"',
      '/help',
      '/screnshot',
    ]);
  });

  it('brings the person’s name and language, looked up once', async (t) => {
    const allowedIds = () => [ANNA_ID, `slack:${TEAM}:U00000BOB`];
    const { anna, received, server } = await startBench(t, { chat: { allowedIds } });
    const lookedUp = () => server.calls('users.info').map(({ fields }) => fields.get('user'));
    // They are asked about one after the other: who comes second is asked about once the first is known.
    await until(() => lookedUp().includes('U00000BOB'), 'the second to be asked about');
    for (const text of ['one', 'two']) await anna.say(text).acknowledged;
    assert.deepEqual(
      received.map(({ sender }) => sender),
      [
        { id: ANNA_ID, name: 'Anna', language: 'de-DE' },
        { id: ANNA_ID, name: 'Anna', language: 'de-DE' },
      ],
    );
    assert.deepEqual(lookedUp(), [ANNA, 'U00000BOB']);
  });
});

describe('the thread', () => {
  it('of a direct message is its own, of a word of control the conversation', async (t) => {
    const { anna, received } = await startBench(t);
    const goal = anna.say('tidy up');
    await goal.acknowledged;
    for (const text of ['stop', 'status', 'Help', '/status', 'scroll down']) await anna.say(text).acknowledged;
    const run = anna.say('run tidy up');
    await run.acknowledged;
    assert.deepEqual(
      received.map(({ thread }) => thread.key),
      [key(anna.dm, goal.ts), ...[1, 2, 3, 4, 5].map(() => key(anna.dm)), key(anna.dm, run.ts)],
    );
  });

  it('of what is written beside a run that is going on is the run’s, until it ended', async (t) => {
    const { anna, chat, received } = await startBench(t);
    const goal = anna.say('tidy up');
    await goal.acknowledged;
    const thread = { platform: 'slack', key: key(anna.dm, goal.ts), isGroup: false } as const;
    await chat.post(thread, { ...PLAIN, kind: 'status' }, NEVER);
    await anna.say('the left one').acknowledged;
    await anna.send({ name: 'a.txt', bytes: new Uint8Array(1) }, '').acknowledged;
    const other = anna.say('run something else');
    await other.acknowledged;
    await chat.post(thread, { ...PLAIN, kind: 'end' }, NEVER);
    const next = anna.say('the next thing');
    await next.acknowledged;
    assert.deepEqual(
      received.slice(1).map((message) => message.thread.key),
      [thread.key, thread.key, key(anna.dm, other.ts), key(anna.dm, next.ts)],
    );
  });

  it('of /deskhand run hangs on a message that mentions the person; of the rest it is the conversation', async (t) => {
    const { anna, received, server } = await startBench(t);
    await anna.command('run tidy <up> & *go*', { channel: CHANNEL }).acknowledged;
    await anna.command('status', { channel: CHANNEL }).acknowledged;
    const [root] = anna.messages().filter(({ isFromBot }) => isFromBot);
    assert.equal(root?.text, `@${anna.user.id}: tidy <up> & *go*`);
    assert.match(root?.fallback ?? '', new RegExp(`^<@${anna.user.id}>: tidy &lt;up&gt; &amp; \\*go\\*$`));
    assert.equal(received[0]?.thread.key, key(anna.dm, root?.ts));
    assert.deepEqual(textsOf(received), ['/run tidy <up> & *go*', '/status']);
    assert.ok(received[1]?.thread.key === key(anna.dm) || received[1]?.thread.key === key(anna.user.id));
    assert.equal(server.calls('chat.postMessage').length, 1);
  });

  it('of /deskhand run is the conversation when Slack takes no message', async (t) => {
    const { anna, received, server } = await startBench(t);
    server.fail('chat.postMessage', { kind: 'hang' });
    await anna.command('run tidy up').acknowledged;
    assert.deepEqual(textsOf(received), ['/run tidy up']);
    assert.match(received[0]?.thread.key ?? '', /^slack:T00000001:[DU]/);
  });

  it('of a mention hangs below it; other talk in the channel is nobody’s business', async (t) => {
    const { anna, chat, received, server } = await startBench(t);
    server.channel(CHANNEL);
    anna.say('lunch?', { channel: CHANNEL });
    const [mention, twin] = anna.mention('run tidy up', { channel: CHANNEL });
    await Promise.all([mention.acknowledged, twin.acknowledged]);
    assert.equal(received[0]?.updateId, received[1]?.updateId, 'the message and the mention are one update');
    const thread = { platform: 'slack', key: key(CHANNEL, mention.ts), isGroup: true } as const;
    assert.deepEqual(received[0]?.thread, thread);
    assert.deepEqual(received[0]?.content, { kind: 'text', text: 'run tidy up' });
    const before = anna.say('me too', { channel: CHANNEL, thread: mention.ts });
    await before.acknowledged;
    assert.equal(received.length, 2);
    await chat.post(thread, PLAIN, NEVER);
    await anna.say('stop', { channel: CHANNEL, thread: mention.ts }).acknowledged;
    assert.deepEqual(textsOf(received.slice(2)), ['stop']);
    assert.equal(received[2]?.thread.key, thread.key);
  });
});

describe('a stop', () => {
  it('does not wait for the thread of a command before it, and does not overtake it', async (t) => {
    const { anna, received, server } = await startBench(t, { pacing: { threadWithinMs: 5_000, callTimeoutMs: 5_000 } });
    server.fail('chat.postMessage', { kind: 'slow', ms: 4_000 });
    anna.command('run tidy up');
    await until(() => server.calls('chat.postMessage').length === 1);
    const from = performance.now();
    await anna.say('stop').acknowledged;
    assert.ok(performance.now() - from < 3_000);
    assert.deepEqual(textsOf(received), ['/run tidy up', 'stop']);
  });

  it('is handed on at once while everything outbound is paced', async (t) => {
    const { anna, chat, received, server } = await startBench(t, { server: { pace: { burst: 1, perSecond: 0.1 } } });
    const thread = { platform: 'slack', key: key(anna.dm), isGroup: false } as const;
    const times: number[] = [];
    const posts: Promise<unknown>[] = [];
    for (let round = 0; round < 150; round += 1) {
      if (round % 3 === 0) posts.push(chat.post(thread, PLAIN, NEVER));
      const count = received.length;
      const from = performance.now();
      const said = round % 2 ? anna.say('stop') : anna.command('stop');
      await until(() => received.length > count);
      times.push(performance.now() - from);
      await said.acknowledged;
    }
    await Promise.all(posts);
    const sorted = times.toSorted((one, other) => one - other);
    const [median = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map(
      (share) => sorted[Math.floor(times.length * share)],
    );
    // An update that waited its turn would take ten seconds; on a busy machine one of a hundred may be late.
    assert.ok(median <= 250 && p99 <= 2500, `median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms`);
    assert.ok(server.calls().some(({ outcome }) => outcome === 'ratelimited'));
    t.diagnostic(`p99 ${p99.toFixed(1)} ms, median ${median.toFixed(1)} ms`);
  });
});

describe('an update', () => {
  it('that cannot be stored is not acknowledged, and comes again', async (t) => {
    let failures = 2;
    const { anna, received, log } = await startBench(t, {
      server: { hub: { ackMs: 100, retryMs: [0, 20, 50] } },
      receive: async (): Promise<Receipt> => {
        failures -= 1;
        if (failures >= 0) throw new Error('disk full');
        return { toast: '' };
      },
    });
    await anna.say('keep this').acknowledged;
    assert.deepEqual(textsOf(received), ['keep this', 'keep this', 'keep this']);
    assert.equal(new Set(received.map(({ updateId }) => updateId)).size, 1);
    assert.ok(log.some(({ text }) => /could not be stored/.test(text)));
  });

  it('that takes long to store is acknowledged before Slack gives up', async (t) => {
    const gate = Promise.withResolvers<Receipt>();
    const { anna, server } = await startBench(t, { pacing: { ackWithinMs: 100 }, receive: () => gate.promise });
    await anna.command('status').acknowledged;
    gate.resolve({ toast: '' });
    await holdsFor(20, () => assert.deepEqual(server.protocolFaults(), []));
  });

  it('1,000 of them, each delivered one to four times and shuffled over cut sockets: every one, with one name', async (t) => {
    const { anna, server, received } = await startBench(t, {
      server: { hub: { ackMs: 400, retryMs: [0, 50, 100, 100, 100] } },
    });
    const names = new Set<string>();
    const accepted: InboundMessage[] = [];
    const waiting: Promise<unknown>[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const said = anna.say(`word ${index}`);
      waiting.push(said.acknowledged);
      for (let times = (index * 7) % 4; times > 0; times -= 1)
        waiting.push(server.redeliver(said.envelopeId).acknowledged);
      if (index % 250 === 125) server.cut();
      if (index % 20 === 0) await delay(1);
    }
    await Promise.all(waiting);
    for (const message of received) {
      if (names.has(message.updateId)) continue;
      names.add(message.updateId);
      accepted.push(message);
    }
    assert.equal(accepted.length, 1_000);
    assert.equal(new Set(textsOf(accepted)).size, 1_000);
  });
});

describe('a message that is edited, taken back or sent on', () => {
  it('is told as such, of what was taken, and as a stop where it says so', async (t) => {
    const { anna, received } = await startBench(t);
    const first = anna.say('run one');
    await first.acknowledged;
    await anna.edit(first.ts, 'run one').acknowledged;
    await anna.edit(first.ts, 'run two').acknowledged;
    await anna.takeBack(first.ts).acknowledged;
    await anna.edit(first.ts, 'stop').acknowledged;
    const of = received[0]?.updateId ?? '';
    assert.deepEqual(
      received.slice(1).map(({ content }) => content),
      [
        { kind: 'edited', text: 'run two', of },
        { kind: 'deleted', of },
        { kind: 'text', text: 'stop' },
      ],
    );
    assert.equal(
      new Set(received.slice(0, 3).map(({ thread }) => thread.key)).size,
      1,
      'all in the thread of the first',
    );
  });

  it('is not repeated where it was a secret', async (t) => {
    const { anna, received } = await startBench(t, { receive: async () => ({ toast: '', isSecret: true }) });
    const first = anna.say('hunter2');
    await first.acknowledged;
    await anna.edit(first.ts, 'hunter3').acknowledged;
    assert.equal(received.length, 1);
  });

  it('is somebody else’s words with those of whoever sends them on', async (t) => {
    const { anna, received } = await startBench(t);
    const attachments = [{ is_share: true, is_msg_unfurl: true, author_name: 'Eve', text: 'rm -rf &lt;all&gt;' }];
    await anna.say('do that', { fields: { attachments } }).acknowledged;
    assert.deepEqual(received[0]?.content, { kind: 'forwarded', text: 'do that\nrm -rf <all>' });
  });
});
