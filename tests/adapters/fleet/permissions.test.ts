/** What a machine that means harm can do on a real server with the creds it was given: nothing beyond its own. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AckPolicy, type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import {
  PRESENCE_BUCKET,
  PRESENCE_STREAM,
  permissionsOf,
  subjectsOf,
  WORK_STREAM,
  WORK_SUBJECTS,
} from '../../../src/fleet/subjects.ts';
import { type FleetServer, startFleetServer } from '../../servers/nats/fleet-server.ts';
import { until } from '../../support/until.ts';

const beta = subjectsOf('beta');
const alpha = subjectsOf('alpha');

describe('a machine with creds of its own', () => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  let server: FleetServer;
  let gateway: NatsConnection;
  let good: NatsConnection;
  let bad: NatsConnection;
  let manager: JetStreamManager;
  const heard: { readonly who: string; readonly message: Msg }[] = [];
  const refused: string[] = [];

  before(async () => {
    server = await startFleetServer({ after: (act) => void ends.push(act) });
    gateway = await server.open(server.gatewayCreds, '_INBOX_gateway');
    good = await server.open((await server.makeMachine('beta')).creds, beta.inboxPrefix);
    bad = await server.open((await server.makeMachine('alpha')).creds, alpha.inboxPrefix);
    manager = await jetstreamManager(gateway);
    await manager.streams.add({
      name: WORK_STREAM,
      subjects: [...WORK_SUBJECTS],
      retention: RetentionPolicy.Workqueue,
    });
    for (const [name, filter] of [
      [alpha.consumer, alpha.work],
      [beta.consumer, beta.work],
    ] as const)
      await manager.consumers.add(WORK_STREAM, {
        durable_name: name,
        filter_subject: filter,
        ack_policy: AckPolicy.Explicit,
        max_ack_pending: 1,
      });
    await new Kvm(gateway).create(PRESENCE_BUCKET, { ttl: 60_000 });
    good.subscribe(beta.now, { callback: (_error, message) => void heard.push({ who: 'beta', message }) });
    gateway.subscribe('deskhand.up.*.*', {
      callback: (_error, message) => void heard.push({ who: 'gateway', message }),
    });
    await good.flush();
    await gateway.flush();
    void (async () => {
      for await (const status of bad.status()) if (status.type === 'error') refused.push(String(status.error));
    })();
  });

  /** Resolves once the server has said no to exactly this. */
  const isRefused = async (act: () => void, subject: string): Promise<void> => {
    const seen = refused.length;
    act();
    await bad.flush();
    await until(() => refused.slice(seen).some((text) => text.includes(`"${subject}"`)), `a refusal of ${subject}`);
  };

  test('does its own: it pulls its work, says that it is there, asks the gateway and answers it', async () => {
    await jetstream(gateway).publish(beta.work, 'one');
    const consumer = await jetstream(good).consumers.get(WORK_STREAM, beta.consumer);
    const message = await consumer.next({ expires: 30_000 });
    assert.equal(message?.string(), 'one');
    assert.equal(await message?.ackAck(), true);
    const presence = await new Kvm(good).open(PRESENCE_BUCKET, { bindOnly: true });
    await presence.put('beta', 'here');
    const told = await new Kvm(gateway).open(PRESENCE_BUCKET);
    assert.equal((await told.get('beta'))?.string(), 'here');
    const answers = good.subscribe(beta.now, { max: 1, callback: (_error, asked) => void asked.respond('yes') });
    await good.flush();
    assert.equal((await gateway.request(beta.now, '?', { timeout: 30_000 })).string(), 'yes');
    answers.unsubscribe();
    heard.length = 0;
  });

  test('publishes nowhere else', async () => {
    const others = [
      ...Object.values(beta.up),
      beta.now,
      beta.work,
      beta.presence,
      alpha.work,
      alpha.now,
      'deskhand.any',
      `${beta.inboxPrefix}.x`,
      '_INBOX_gateway.x',
      'deskhand.join.UX',
      '$SYS.REQ.CLAIMS.UPDATE',
      '$SYS.REQ.SERVER.PING',
      'anything',
    ];
    for (const subject of others) await isRefused(() => bad.publish(subject, 'forged'), subject);
    assert.deepEqual(heard, []);
    assert.match(server.log(), /Publish Violation - .*deskhand\.up\.beta\.hello/);
  });

  test('hears nothing else', async () => {
    for (const subject of [
      '>',
      'deskhand.>',
      '*',
      beta.now,
      beta.work,
      'deskhand.up.*.*',
      '_INBOX_gateway.>',
      `${beta.inboxPrefix}.>`,
      '$JS.ACK.>',
      '$KV.>',
      '$SYS.>',
      'deskhand.join.*',
    ])
      await isRefused(() => void bad.subscribe(subject), subject);
  });

  test('reads no stream, and manages none', async () => {
    const calls = [
      'INFO',
      'STREAM.NAMES',
      'STREAM.LIST',
      `STREAM.INFO.${WORK_STREAM}`,
      `STREAM.MSG.GET.${WORK_STREAM}`,
      `STREAM.MSG.DELETE.${WORK_STREAM}`,
      `STREAM.PURGE.${WORK_STREAM}`,
      `STREAM.DELETE.${WORK_STREAM}`,
      `STREAM.UPDATE.${WORK_STREAM}`,
      'STREAM.CREATE.mine',
      `STREAM.SNAPSHOT.${WORK_STREAM}`,
      `STREAM.MSG.GET.${PRESENCE_STREAM}`,
      `DIRECT.GET.${PRESENCE_STREAM}`,
      `DIRECT.GET.${PRESENCE_STREAM}.${beta.presence}`,
      `CONSUMER.CREATE.${WORK_STREAM}`,
      `CONSUMER.CREATE.${WORK_STREAM}.mine`,
      `CONSUMER.CREATE.${WORK_STREAM}.mine.${beta.work}`,
      `CONSUMER.DURABLE.CREATE.${WORK_STREAM}.mine`,
      `CONSUMER.CREATE.${PRESENCE_STREAM}`,
      `CONSUMER.NAMES.${WORK_STREAM}`,
      `CONSUMER.INFO.${WORK_STREAM}.${beta.consumer}`,
      `CONSUMER.DELETE.${WORK_STREAM}.${beta.consumer}`,
      `CONSUMER.DELETE.${WORK_STREAM}.${alpha.consumer}`,
      `CONSUMER.MSG.NEXT.${WORK_STREAM}.${beta.consumer}`,
      'ACCOUNT.PURGE.X',
      'SERVER.REMOVE',
    ];
    for (const call of calls)
      await isRefused(
        () => bad.publish(`$JS.API.${call}`, '{}', { reply: `${alpha.inboxPrefix}.x` }),
        `$JS.API.${call}`,
      );
    assert.equal((await manager.streams.info(WORK_STREAM)).config.name, WORK_STREAM);
  });

  test('does not acknowledge what another has, not by a reply either', async () => {
    await jetstream(gateway).publish(beta.work, 'two');
    const consumer = await jetstream(good).consumers.get(WORK_STREAM, beta.consumer);
    const message = await consumer.next({ expires: 30_000 });
    assert.equal(message?.string(), 'two');
    const { num_ack_pending: pending, delivered } = await manager.consumers.info(WORK_STREAM, beta.consumer);
    assert.equal(pending, 1);
    const ack = `$JS.ACK.${WORK_STREAM}.${beta.consumer}.1.${delivered.stream_seq}.${delivered.consumer_seq}.1.0`;
    await isRefused(() => bad.publish(ack, '+ACK'), ack);
    await isRefused(() => bad.publish(alpha.up.hello, '+ACK', { reply: ack }), ack);
    assert.equal((await manager.consumers.info(WORK_STREAM, beta.consumer)).num_ack_pending, 1);
    await message?.ackAck();
  });

  test('sends others no bytes of its choice: what replies bring them is the server’s own, or its own work', async () => {
    heard.length = 0;
    await jetstream(gateway).publish(alpha.work, 'for alpha alone');
    const info = `$JS.API.CONSUMER.INFO.${WORK_STREAM}.${alpha.consumer}`;
    for (const reply of [beta.now, beta.up.hello, beta.work]) bad.publish(info, 'FORGED', { reply });
    for (const reply of [beta.now, beta.up.chat]) bad.publish(alpha.presence, 'FORGED', { reply });
    bad.publish(`$JS.API.CONSUMER.MSG.NEXT.${WORK_STREAM}.${alpha.consumer}`, 'FORGED', { reply: beta.now });
    const next = JSON.stringify({ batch: 1, expires: 30_000_000_000 });
    bad.publish(`$JS.API.CONSUMER.MSG.NEXT.${WORK_STREAM}.${alpha.consumer}`, next, { reply: beta.now });
    await until(() => heard.some(({ message }) => message.string() === 'for alpha alone'), 'its own work, sent on');
    await until(async () => (await manager.streams.info(WORK_STREAM)).state.messages >= 2, 'answers in the stream');
    const bytes = heard.map(({ message }) => message.string());
    bytes.push((await manager.streams.getMessage(WORK_STREAM, { last_by_subj: beta.work }))?.string() ?? '');
    for (const text of bytes) {
      assert.doesNotMatch(text, /FORGED/);
      if (text !== 'for alpha alone' && text !== '') assert.match(text, /^\{"(?:type":"io\.nats\.|stream":")/);
    }
    // A reply subject that names a call of the server's own does not make that call.
    bad.publish(info, '', { reply: `$JS.API.STREAM.DELETE.${WORK_STREAM}` });
    bad.publish(alpha.presence, '', { reply: `$JS.API.CONSUMER.DELETE.${WORK_STREAM}.${beta.consumer}` });
    await bad.flush();
    await manager.consumers.info(WORK_STREAM, beta.consumer);
  });

  test('that floods does not keep the others from their work', async () => {
    const block = new Uint8Array(64 * 1024);
    for (let sent = 0; sent < 400; sent += 1) bad.publish(alpha.up.chat, block);
    assert.equal(await gateway.request(alpha.now, '?', { timeout: 200 }).catch(() => null), null);
    await jetstream(gateway).publish(beta.work, 'three');
    const consumer = await jetstream(good).consumers.get(WORK_STREAM, beta.consumer);
    for (;;) {
      const message = await consumer.next({ expires: 30_000 });
      assert.notEqual(message, null);
      message?.ack();
      if (message?.string() === 'three') break;
    }
    await isRefused(() => bad.publish('anything', 'x'), 'anything');
  });

  test('permissions of two machines share nothing', () => {
    const all = (name: string): ReadonlySet<string> => {
      const { publish, subscribe } = permissionsOf(name);
      return new Set([...publish, ...subscribe]);
    };
    const shared = [...all('alpha')].filter((subject) => all('beta').has(subject));
    assert.deepEqual(shared, []);
    // One machine's name may begin with another's.
    const overlaps = (one: string, other: string): boolean => one.endsWith('.>') && other.startsWith(one.slice(0, -1));
    for (const one of all('studio'))
      for (const other of all('studio-2'))
        assert.ok(one === other || (!overlaps(one, other) && !overlaps(other, one)), `${one} ${other}`);
  });
});
