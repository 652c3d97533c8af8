/** A machine that was taken over, and a gateway that was: what each can still ask for over the real server, and what comes of it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { createParts } from '../../../adapters/fleet/parts.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { decodeFrame, encodeFrame } from '../../../src/fleet/frame.ts';
import { GATEWAY_INBOX, subjectsOf } from '../../../src/fleet/subjects.ts';
import type { Chat, OutboundMessage, PostedMessage, Thread } from '../../../src/ports/chat.ts';
import type { Taken, Work } from '../../../src/ports/work.ts';
import { say } from '../../../src/words/say.ts';
import { createTakingEnd, text } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd, SEALS } from '../../support/fleet.ts';
import { type FleetServer, startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until, untilTrue } from '../../support/until.ts';

const THREAD: Thread = { platform: 'telegram', key: 'telegram:7', isGroup: false };
const replySchema = z.record(z.string(), z.unknown());
const OUT = { text: ['hello'], picture: null, pictureAlt: '', buttons: [], kind: 'reply', file: null };

let server: FleetServer;
before(async () => {
  server = await startFleetServer(['evil', 'good', 'a', 'b', 'c', 'd']);
});
after(() => server.close());

function signIn(name: string): Promise<NatsConnection> {
  const inboxPrefix = name === 'gateway' ? GATEWAY_INBOX : subjectsOf(name).inboxPrefix;
  return connectFleet({ url: server.url, creds: server.credsOf(name), name, inboxPrefix, note: () => undefined });
}

/** A chat that takes everything, and what it was given. */
function recordingChat(): Chat & { readonly posted: OutboundMessage[]; readonly edited: PostedMessage[] } {
  const posted: OutboundMessage[] = [];
  const edited: PostedMessage[] = [];
  return {
    platform: 'telegram',
    posted,
    edited,
    start: () => Promise.resolve(),
    async post(thread, message) {
      posted.push(message);
      return { result: 'sent', message: { thread, messageId: String(posted.length) } };
    },
    async edit(where) {
      edited.push(where);
      return { result: 'sent', message: where };
    },
    isSameChat: () => true,
    fetch: async () => ({ result: 'fetched', bytes: new Uint8Array([1, 2, 3]) }),
    health: () => ({ isConnected: true, lastContactAt: null, detail: '' }),
    label: () => 'telegram',
    stop: () => Promise.resolve(),
  };
}

async function openHostile(t: { after(act: () => unknown): void }) {
  const chat = recordingChat();
  const warned: string[] = [];
  const work = openGatewayEnd(server, () => ['evil', 'good'], {
    chats: new Map([['telegram', chat]]),
    warn: (problem) => void warned.push(problem),
  });
  const taken: string[] = [];
  await work.start(({ machine, update }) => taken.push(`${machine} ${update}`));
  const evil = await signIn('evil');
  t.after(async () => {
    await work.stop();
    await evil.close();
  });
  const { up } = subjectsOf('evil');
  /** null: nobody answers. */
  const ask = async (body: object, to: string = up.chat): Promise<Record<string, unknown> | null> => {
    const frame = encodeFrame({ v: 1, machine: 'evil', ...body });
    const reply = await evil.request(to, frame, { timeout: 3_000 }).catch(() => null);
    return reply === null ? null : replySchema.parse(decodeFrame(reply.data)?.json);
  };
  await until(async () => (await ask({ at: 0, version: '1' }, up.hello)) !== null, 'the gateway answers');
  return { chat, warned, taken, work, evil, ask, up };
}

test('a machine writes, edits and fetches where it was talked to, and nowhere else', async (t) => {
  const { chat, warned, ask } = await openHostile(t);
  const post = (thread: Thread, id: string) => ask({ kind: 'post', id, thread, message: OUT });
  for (const [index, thread] of [
    THREAD,
    SEALS.thread('good', THREAD),
    { ...SEALS.thread('evil', THREAD), key: `${SEALS.thread('evil', THREAD).key}x` },
    { ...SEALS.thread('evil', THREAD), isGroup: true },
    { ...SEALS.thread('evil', THREAD), platform: 'slack' as const },
  ].entries())
    assert.equal((await post(thread, `p${index}`))?.result, 'lost', JSON.stringify(thread));
  const theirs = SEALS.posted('good', { thread: THREAD, messageId: '5' });
  assert.equal((await ask({ kind: 'edit', id: 'e1', posted: theirs, message: OUT }))?.result, 'lost');
  const mixed = { ...SEALS.posted('evil', { thread: THREAD, messageId: '5' }), messageId: theirs.messageId };
  assert.equal((await ask({ kind: 'edit', id: 'e2', posted: mixed, message: OUT }))?.result, 'lost');
  const file = { ref: 'telegram secret', name: '', mediaType: '', bytes: null };
  assert.equal((await ask({ kind: 'fetch', attachment: file, maxBytes: 100 }))?.result, 'lost');
  assert.deepEqual([chat.posted, chat.edited], [[], []]);
  assert.ok(warned.some((line) => /evil wanted to write where it was not talked to/.test(line)));
  assert.equal((await post(SEALS.thread('evil', THREAD), 'ok'))?.result, 'sent');
  assert.equal((await post(SEALS.thread('evil', THREAD), 'ok'))?.result, 'sent');
  assert.equal(chat.posted.length, 1, 'asked for twice, posted once');
});

test('a frame in the name of another machine is not answered, and says nothing for that one', async (t) => {
  const { chat, warned, taken, evil, ask, up } = await openHostile(t);
  const forged = { machine: 'good', update: 'telegram:1', what: { kind: 'taken', receipt: { toast: '' } } };
  assert.equal(await ask(forged, up.taken), null);
  assert.equal(
    await ask({ machine: 'good', kind: 'post', id: 'x', thread: SEALS.thread('good', THREAD), message: OUT }),
    null,
  );
  // The server itself rejects what is published under another machine's name, so the sender gets no answer.
  assert.equal(await ask({ machine: 'good' }, subjectsOf('good').up.taken), null);
  evil.publish(subjectsOf('evil').presence, encodeFrame({ v: 1, machine: 'good', at: 0, told: IDLE }));
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array([255, 255, 255, 255, 1]),
    encodeFrame({ v: 1 }),
    encodeFrame([]),
  ])
    evil.publish(up.chat, bytes);
  await evil.flush();
  assert.notEqual(await ask({ at: 0, version: '1' }, up.hello), null, 'the gateway still answers');
  assert.deepEqual([taken, chat.posted], [[], []]);
  assert.ok(warned.some((line) => /meant for good, not for evil/.test(line)));
});

test('a machine that floods waits, and the others do not wait for it', async (t) => {
  const { chat, ask } = await openHostile(t);
  const flood = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      ask({ kind: 'post', id: `f${index}`, thread: SEALS.thread('evil', THREAD), message: OUT }),
    ),
  );
  const results = flood.map((reply) => reply?.result);
  assert.ok(results.filter((result) => result === 'sent').length <= 91);
  assert.ok(results.includes('later'));
  const before = chat.posted.length;
  const good = await signIn('good');
  t.after(() => good.close());
  const frame = encodeFrame({
    v: 1,
    machine: 'good',
    kind: 'post',
    id: 'g',
    thread: SEALS.thread('good', THREAD),
    message: OUT,
  });
  const reply = await good.request(subjectsOf('good').up.chat, frame, { timeout: 20_000 });
  assert.match(JSON.stringify(decodeFrame(reply.data)?.json), /"result":"sent"/);
  assert.equal(chat.posted.length, before + 1);
});

test('a machine fills the gateway with no more than its share of files', () => {
  const parts = createParts(createSystemClock());
  const large = 96 * 1024 * 1024;
  assert.equal(parts.put('evil', 'a', 0, large + 1, new Uint8Array(1)), false);
  assert.equal(parts.put('evil', 'a', 0, large, new Uint8Array(1)), true);
  assert.equal(parts.put('evil', 'b', 0, 1, new Uint8Array(1)), false);
  assert.equal(parts.put('good', 'b', 0, 1, new Uint8Array(1)), true);
  assert.equal(parts.put('evil', 'a', 0, 5, new Uint8Array(1)), false, 'another size for the same file');
  assert.equal(parts.put('evil', 'a', 50, large, new Uint8Array(1)), false, 'a part beyond what has come');
  assert.equal(parts.whole('evil', 'a'), null);
  assert.equal(parts.put('evil', 'neg', 0, -1, new Uint8Array(0)), false);
});

/** A machine that takes what the raw gateway connection puts into its queue. */
async function openVictim(t: { after(act: () => unknown): void }, machine: string) {
  const work: Work = openGatewayEnd(server, () => [machine]);
  const reports = new Map<string, Taken>();
  await work.start(({ update }, what) => void reports.set(update, what));
  const end = createTakingEnd();
  const warned: string[] = [];
  const place = openMachineEnd(server, machine, { warn: (problem) => void warned.push(problem) });
  await place.start({
    receive: end.receive,
    listening: () => 'nothing',
    refuses: ({ sender }) => (sender.id === 'telegram:666' ? say`telegram:666 may not work this computer` : null),
    told: () => IDLE,
  });
  await until(() => work.machines().some(({ isHere }) => isHere), 'the machine is here');
  const gateway = await signIn('gateway');
  t.after(async () => {
    await gateway.close();
    await work.stop();
    await place.stop();
  });
  const put = (bytes: Uint8Array) => jetstream(gateway).publish(subjectsOf(machine).work, bytes);
  const errand = (words: string, also: object = {}) => {
    const message = text(words);
    return { v: 1, machine, kind: 'errand', message, until: Date.now() + 60_000, ...also };
  };
  return { end, warned, reports, put, errand };
}

test('what is no command, or is for another machine, is taken out of the queue and blocks nothing', async (t) => {
  const { end, warned, put, errand } = await openVictim(t, 'a');
  await put(new Uint8Array([1, 2, 3]));
  await put(new TextEncoder().encode('{"stream":"DESKHAND_WORK","seq":5}'));
  await put(encodeFrame(errand('for another', { machine: 'good' })));
  await put(encodeFrame({ ...errand('no kind'), kind: 'reboot' }));
  await put(encodeFrame(errand('the real one')));
  await untilTrue(() => assert.deepEqual(end.words, ['the real one']));
  assert.ok(warned.some((line) => /meant for good, not for a/.test(line)));
});

test('time that is over, people that are not let in and versions too far apart are refused and told', async (t) => {
  const { end, reports, put, errand } = await openVictim(t, 'b');
  const late = errand('late', { until: Date.now() - 60_000 });
  const stranger = errand('from a stranger');
  const refused = {
    ...stranger,
    message: { ...stranger.message, sender: { id: 'telegram:666', name: 'E', language: '' } },
  };
  const future = errand('from the future', { v: 3 });
  const unknown = {
    ...errand('asks for more', { v: 2 }),
    kind: 'errand',
    message: { ...text('x'), content: { kind: 'hologram' } },
  };
  const next = errand('one version newer', { v: 2 });
  for (const frame of [late, refused, future, unknown, next]) await put(encodeFrame(frame));
  await untilTrue(() => assert.equal(reports.get(next.message.updateId)?.kind, 'taken'));
  assert.deepEqual(end.words, ['one version newer']);
  assert.equal(reports.get(late.message.updateId)?.kind, 'expired');
  for (const { message } of [refused, future, unknown]) assert.equal(reports.get(message.updateId)?.kind, 'refused');
});

test('a machine whose clock is minutes off takes and refuses by the gateway’s', async (t) => {
  const system = createSystemClock();
  for (const [machine, minutes] of [
    ['c', -7],
    ['d', 9],
  ] as const) {
    const work = openGatewayEnd(server, () => [machine]);
    const reports = new Map<string, Taken>();
    await work.start(({ update }, what) => void reports.set(update, what));
    const ages: number[] = [];
    const clock = { ...system, now: () => system.now() + minutes * 60_000 };
    const place = openMachineEnd(server, machine, { clock });
    await place.start({
      async receive({ sentAt }) {
        ages.push(clock.now() - sentAt);
        return { toast: '' };
      },
      listening: () => 'nothing',
      refuses: () => null,
      told: () => IDLE,
    });
    t.after(async () => {
      await work.stop();
      await place.stop();
    });
    await until(() => work.machines().some(({ isHere }) => isHere), 'the machine is here');
    const [good, old] = [text('now'), text('long ago')];
    await work.hand({ machine, message: good, until: Date.now() + 60_000 });
    await work.hand({ machine, message: old, until: Date.now() - 60_000 });
    await untilTrue(() => assert.equal(reports.get(old.updateId)?.kind, 'expired'));
    assert.equal(reports.get(good.updateId)?.kind, 'taken');
    // The age of a message counts, not the time on either clock.
    assert.ok((ages[0] ?? 1e9) < 60_000, `${ages[0]} ms old`);
  }
});
