/** Programs whose versions are one apart work together; what the other does not know is refused with a sentence. A real bot is on one side. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { jetstream } from '@nats-io/jetstream';
import { z } from 'zod';
import { connectFleet } from '../../adapters/fleet/connect.ts';
import { decodeFrame, encodeFrame } from '../../src/fleet/frame.ts';
import { GATEWAY_INBOX, readUpSubject, subjectsOf, UP_SUBJECTS } from '../../src/fleet/subjects.ts';
import { PROTOCOL } from '../../src/fleet/wire.ts';
import { english } from '../../src/words/speak.ts';
import { textSchema } from '../../src/words/text-schema.ts';
import { text } from '../contracts/work.ts';
import { type FleetPhone, startFleetPhone } from '../support/fleet-phone.ts';
import { OWNER } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const OTHERS = [
  {
    v: PROTOCOL - 1,
    sentence: /it comes from an older Deskhand, which this one does not understand any more; update that computer/,
  },
  {
    v: PROTOCOL + 1,
    sentence: /it comes from a newer Deskhand, which this one does not understand yet; update this computer/,
  },
];
const subjects = subjectsOf('studio');
const answerSchema = z.object({
  why: textSchema.optional(),
  people: z.unknown().optional(),
  result: z.unknown().optional(),
  listening: z.unknown().optional(),
});

async function signIn(t: TestContext, { server }: FleetPhone, name: 'gateway' | 'studio') {
  const inboxPrefix = name === 'gateway' ? GATEWAY_INBOX : subjects.inboxPrefix;
  const connection = await connectFleet({
    url: server.url,
    creds: server.credsOf(name),
    name,
    inboxPrefix,
    note: () => undefined,
  });
  t.after(() => connection.close());
  const ask = async (subject: string, body: object) => {
    const reply = await connection.request(subject, encodeFrame({ machine: 'studio', ...body }), { timeout: 60_000 });
    const answer = answerSchema.parse(decodeFrame(reply.data)?.json);
    return { ...answer, sentence: answer.why === undefined ? '' : english(answer.why) };
  };
  return { connection, ask };
}

test('versions that are one apart', { skip: noX11 }, async (t) => {
  const phone = await startFleetPhone(t, { machines: ['studio'] });
  t.after(() => phone.close());
  await t.test('a real gateway works with a machine one version away, and tells it what it does not know', (own) =>
    meetMachines(own, phone),
  );
  await t.test('a real machine works with a gateway one version away, and tells it what it does not know', (own) =>
    meetGateways(own, phone),
  );
});

async function meetMachines(t: TestContext, phone: FleetPhone): Promise<void> {
  const { ask } = await signIn(t, phone, 'studio');
  for (const { v, sentence } of OTHERS) {
    const hello = await until(
      () =>
        ask(subjects.up.hello, { v, at: Date.now(), version: '0.0.1', mood: 'a field of its own' }).catch(() => null),
      'the gateway answers',
    );
    const people = z.array(z.object({ direct: z.object({ key: z.string() }).loose() })).parse(hello.people);
    const message = {
      text: [`from version ${v}`],
      picture: null,
      pictureAlt: '',
      buttons: [],
      kind: 'reply',
      file: null,
    };
    const post = { v, kind: 'post', id: `p${v}`, thread: people[0]?.direct, message };
    assert.equal((await ask(subjects.up.chat, post)).result, 'sent');
    await phone.waitFor(new RegExp(`^studio\n+from version ${v}`));
    assert.match((await ask(subjects.up.chat, { v, kind: 'wave' })).sentence, sentence);
  }
  const far = await ask(subjects.up.hello, { v: PROTOCOL + 2, at: Date.now(), version: '9.0.0' });
  assert.deepEqual([far.people, OTHERS[1]?.sentence.test(far.sentence)], [undefined, true]);
}

async function meetGateways(t: TestContext, phone: FleetPhone): Promise<void> {
  await phone.machine('studio').start();
  await until(async () => {
    phone.say('/machines');
    return /🟢 studio/.test((await phone.waitFor(/studio/)).text);
  }, 'it is here, and has its queue');
  await phone.gateway().kill();
  const { connection, ask } = await signIn(t, phone, 'gateway');
  const reports = new Map<string, string>();
  let speaks = PROTOCOL;
  connection.subscribe(UP_SUBJECTS, {
    callback(_error, message) {
      const frame = decodeFrame(message.data)?.json;
      const { asks } = readUpSubject(message.subject) ?? {};
      const head = { v: speaks, machine: 'studio' };
      const person = { id: `telegram:${OWNER}`, direct: null };
      const greeting = {
        at: Date.now(),
        version: '9.9.9',
        people: [person],
        links: [],
        platforms: [],
        together: null,
        mood: 'new',
      };
      if (asks === 'hello') message.respond(encodeFrame({ ...head, ...greeting }));
      if (asks !== 'taken') return;
      const { update, what } = z
        .object({ update: z.string(), what: z.looseObject({ kind: z.string(), why: textSchema.optional() }) })
        .parse(frame);
      reports.set(update, what.why === undefined ? what.kind : `${what.kind}: ${english(what.why)}`);
      message.respond(encodeFrame(head));
    },
  });
  for (const { v, sentence } of OTHERS) {
    speaks = v;
    assert.match((await ask(subjects.now, { v, kind: 'dance' })).sentence, sentence);
    const { thread, sender, ...message } = text('status');
    const listening = await ask(subjects.now, { v, kind: 'listening', thread, sender, text: 'yes', mood: 'new' });
    assert.equal(listening.listening, 'nothing');
    const errand = (updateId: string, content: object) => ({
      v,
      machine: 'studio',
      kind: 'errand',
      message: { ...message, thread, sender: { ...sender, id: `telegram:${OWNER}` }, updateId, content },
      until: Date.now() + 600_000,
    });
    const stream = jetstream(connection);
    await stream.publish(subjects.work, encodeFrame(errand(`telegram:${v}1`, { kind: 'hologram' })));
    await stream.publish(subjects.work, encodeFrame(errand(`telegram:${v}2`, { kind: 'text', text: 'status' })));
    await until(
      () => reports.size >= (v < PROTOCOL ? 2 : 4),
      () => JSON.stringify([...reports]),
      120_000,
    );
    assert.match(reports.get(`telegram:${v}1`) ?? '', new RegExp(`^refused: ${sentence.source}`));
    assert.equal(reports.get(`telegram:${v}2`), 'taken');
  }
}
