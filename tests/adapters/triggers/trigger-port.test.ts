/** The port for triggers under attack: only what is signed, fresh and new is taken, and the event loop is never held. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { openTriggerPort, TriggerPortUnavailable } from '../../../adapters/triggers/trigger-port.ts';
import type { OrderEvent } from '../../../src/orders/order-events.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { holdsFor } from '../../support/until.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  readonly body?: string | Buffer;
  readonly time?: number;
  readonly id?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Replaces the computed signature. */
  readonly signature?: string;
}

interface Answered {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | undefined;
}

/** A Deskhand with the trigger `build` (one field, `n`; it only reminds), and its port. */
async function start(t: TestContext, nowMs: () => number = Date.now) {
  const bot = await startTestDeskhand({ model: null });
  t.after(() => bot.close());
  await bot.chat.sendText('/orders trigger build remind me of {n}');
  const card = await bot.chat.waitFor(({ text }) => text.startsWith('Shall I set this?'));
  await bot.chat.tap(card.id, 'Set it');
  await bot.chat.waitFor(({ text }) => /Order 1 is set/.test(text));
  const secret = await bot.deskhand.control.triggers.newSecret('build', new AbortController().signal);
  const warned: string[] = [];
  const clock = { ...createSystemClock(), now: nowMs };
  const opened = await openTriggerPort(0, {
    triggers: bot.deskhand.triggers,
    clock,
    warn: (problem) => void warned.push(problem),
  });
  t.after(() => opened.close());
  const { port } = opened;
  const post = (sent: Sent = {}): Promise<Answered> => send(port, { secret, ...sent });
  return { bot, port, secret, post, warned };
}

let calls = 0;
const freshId = (): string => {
  calls += 1;
  return `test-call-${calls}`;
};

function signed({ method = 'POST', path = '/trigger/build', time, id, body = '', secret = '' }: Sent): string {
  const at = String(time);
  return createHmac('sha256', secret).update(`${method}\n${path}\n${at}\n${id}\n`).update(body).digest('hex');
}

function send(port: number, given: Sent): Promise<Answered> {
  const { method = 'POST', path = '/trigger/build', body = '{"n": 1}', headers = {} } = given;
  const sent = { id: freshId(), time: Math.floor(Date.now() / 1000), ...given, method, path, body };
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        Host: given.host ?? `127.0.0.1:${port}`,
        'Content-Type': 'application/json',
        'X-Deskhand-Time': String(sent.time),
        'X-Deskhand-Id': sent.id,
        'X-Deskhand-Signature': given.signature ?? signed(sent),
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const { error: code = 'accepted' }: { error?: string } = text === '' ? { error: 'no body' } : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, code, retryAfter: response.headers['retry-after'] });
      });
    });
    request.end(body);
  });
}

/** What came back for these very bytes; '' where the connection was cut. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

const accepted = (bot: TestDeskhand): number =>
  bot.orders.events().filter(({ type }: OrderEvent) => type === 'trigger.received').length;

test('a signed call is taken once it is on the disk; the same one again, or an old one, is not', async (t) => {
  let ahead = 0;
  const { bot, post } = await start(t, () => Date.now() + ahead);
  const call = { id: 'the-one-call', time: Math.floor(Date.now() / 1000) };
  assert.deepEqual(await post(call), { status: 202, code: 'accepted', retryAfter: undefined });
  assert.ok(bot.inbox.syncedCount() >= bot.inbox.events().findIndex(({ type }) => type === 'message.accepted') + 1);
  await bot.chat.waitFor(({ text }) => /⏰ Reminder[\s\S]*n: 1/.test(text));
  for (let at = 0; at < 50; at += 1) assert.equal((await post(call)).code, 'seen_before');
  const now = Math.floor(Date.now() / 1000);
  assert.equal((await post({ time: now - 290 })).status, 202);
  assert.equal((await post({ time: now + 290 })).status, 202);
  for (const time of [now - 320, now + 320, now - 1_000_000])
    assert.deepEqual([(await post({ time })).code, time], ['out_of_time', time]);
  const late = { id: 'another-call', time: now };
  assert.equal((await post(late)).status, 202);
  ahead = 400_000;
  assert.equal((await post(late)).code, 'out_of_time', 'a repetition after the window');
  assert.equal(accepted(bot), 4);
});

test('nothing forged, misplaced or malformed is taken, and each says why', async (t) => {
  const { bot, port, post, secret, warned } = await start(t);
  const body = '{"n": 1}';
  const time = Math.floor(Date.now() / 1000);
  const other = randomBytes(32).toString('base64url');
  const of = (sent: Sent): string => signed({ time, id: 'forged-call', body, secret, ...sent });
  const forged: readonly Sent[] = [
    { secret: other },
    { secret: '' },
    { signature: '0'.repeat(64) },
    { body: '{"n": 2}', signature: of({}), time, id: 'forged-call' },
    { time: time + 1, id: 'forged-call', signature: of({}) },
    { time, id: 'forged-call-2', signature: of({}) },
    { time, id: 'forged-call', signature: of({ path: '/trigger/other' }) },
    { time, id: 'forged-call', signature: of({ method: 'PUT' }) },
    { path: '/trigger/other' },
    { path: '/trigger/constructor' },
    { path: '/trigger/a', secret: 'nobody has this one' },
  ];
  for (const one of forged) assert.deepEqual([(await post(one)).code, one], ['wrong_signature', one]);
  const wrong: readonly (readonly [string, Sent])[] = [
    ['wrong_host', { host: `evil.example:${port}` }],
    ['wrong_host', { host: '127.0.0.1' }],
    ['wrong_host', { host: `127.0.0.1.evil.example:${port}` }],
    ['browser', { headers: { Origin: `http://127.0.0.1:${port}` } }],
    ['browser', { headers: { 'Sec-Fetch-Site': 'none' } }],
    ['no_such_path', { path: '/' }],
    ['no_such_path', { path: '/trigger/' }],
    ['no_such_path', { path: '/trigger/build/' }],
    ['no_such_path', { path: '/trigger/build?x=1' }],
    ['no_such_path', { path: '//trigger/build' }],
    ['no_such_path', { path: '/trigger/../trigger/build' }],
    ['no_such_path', { path: '/trigger/%62uild' }],
    ['no_such_path', { path: '/trigger/build%2F' }],
    ['no_such_path', { path: '/TRIGGER/build' }],
    ['no_such_path', { path: '/trigger/Build' }],
    ['no_such_path', { path: `http://127.0.0.1:${port}/trigger/build` }],
    ['wrong_method', { method: 'GET', body: '' }],
    ['wrong_method', { method: 'PUT' }],
    ['wrong_method', { method: 'OPTIONS', body: '' }],
    ['wrong_time', { headers: { 'X-Deskhand-Time': '0x5f5e100' } }],
    ['wrong_time', { headers: { 'X-Deskhand-Time': `${time}.5` } }],
    ['wrong_id', { id: 'short' }],
    ['wrong_id', { id: 'x'.repeat(65) }],
    ['wrong_id', { id: 'with spaces' }],
    ['wrong_form', { signature: 'A'.repeat(64) }],
    ['wrong_form', { signature: 'a'.repeat(63) }],
    ['wrong_type', { headers: { 'Content-Type': 'text/plain' } }],
    ['wrong_type', { headers: { 'Content-Encoding': 'gzip' } }],
    ['no_json', { body: '{"n": 1' }],
    ['no_json', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['wrong_fields', { body: '' }],
    ['wrong_fields', { body: '[]' }],
    ['wrong_fields', { body: '{"n": {"a": 1}}' }],
    ['wrong_fields', { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }],
    ['too_large', { body: 'x'.repeat(64 * 1024 + 1) }],
    ['too_large', { body: 'x'.repeat(1_000_000) }],
  ];
  for (const [code, one] of wrong) {
    const answered = await post(one).catch((error: Error) => ({ code: error.message }));
    assert.deepEqual(
      [answered.code, { ...one, body: String(one.body ?? '').slice(0, 50) }],
      [code, { ...one, body: String(one.body ?? '').slice(0, 50) }],
    );
  }
  assert.equal(accepted(bot), 0);
  assert.ok(
    warned.some((line) => line.includes('wrong_signature')) && warned.some((line) => line.includes('wrong_host')),
  );
  const text = warned.join('\n');
  assert.ok(!text.includes(secret) && !text.includes('forged-call') && !/[0-9a-f]{32}/.test(text), text);
});

test('headers that stand twice, and requests within requests, are not taken', async (t) => {
  const { bot, port, secret } = await start(t);
  const body = '{"n": 1}';
  const raw = (headers: readonly string[], end = body): string =>
    `POST /trigger/build HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${end}`;
  const good = (id: string): readonly string[] => {
    const time = Math.floor(Date.now() / 1000);
    return [
      `Host: 127.0.0.1:${port}`,
      `X-Deskhand-Time: ${time}`,
      `X-Deskhand-Id: ${id}`,
      `X-Deskhand-Signature: ${signed({ time, id, body, secret })}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
  };
  assert.match(await sendRaw(port, raw(good('raw-call-1'))), /^HTTP\/1\.1 202 /, 'the form is right');
  for (const [index, name] of [
    'Host',
    'X-Deskhand-Time',
    'X-Deskhand-Id',
    'X-Deskhand-Signature',
    'Content-Type',
  ].entries()) {
    const headers = good(`raw-double-${index}`);
    const again = headers.find((line) => line.startsWith(name)) ?? '';
    for (const doubled of [
      [...headers, again],
      [again.replace(/: .*/, ': x'), ...headers],
      [...headers, again.toLowerCase()],
    ])
      assert.match(await sendRaw(port, raw(doubled)), /^HTTP\/1\.1 400 /, doubled.join(' | '));
  }
  const smuggled: readonly (readonly string[])[] = [
    [...good('raw-smuggle-1'), 'Transfer-Encoding: chunked'],
    [...good('raw-smuggle-2').slice(0, -1), `Content-Length: ${body.length}`, 'Content-Length: 0'],
    [...good('raw-smuggle-3'), 'X-Deskhand-Id : other-call'],
    [...good('raw-smuggle-4'), ' folded'],
  ];
  for (const headers of smuggled) assert.doesNotMatch(await sendRaw(port, raw(headers)), / 202 /, headers.join(' | '));
  const two = await sendRaw(port, `${raw(good('raw-call-2'))}${raw(good('raw-call-3'))}`);
  assert.equal(two.match(/HTTP\/1\.1 202/g)?.length, 1, 'one call a connection');
  assert.equal(await sendRaw(port, 'not http at all\r\n\r\n').then((text) => text.slice(0, 12)), 'HTTP/1.1 400');
  assert.equal(accepted(bot), 2);
});

test('a body in pieces is taken as a whole, or not at all', async (t) => {
  const { bot, port, secret } = await start(t);
  const time = Math.floor(Date.now() / 1000);
  const chunked = (id: string, body: string, pieces: string): string =>
    [
      'POST /trigger/build HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `X-Deskhand-Time: ${time}`,
      `X-Deskhand-Id: ${id}`,
      `X-Deskhand-Signature: ${signed({ time, id, body, secret })}`,
      'Transfer-Encoding: chunked',
      '',
      pieces,
    ].join('\r\n');
  assert.match(await sendRaw(port, chunked('chunks-one', '{"n": 1}', '4\r\n{"n"\r\n4\r\n: 1}\r\n0\r\n\r\n')), / 202 /);
  const large = 'x'.repeat(100_000);
  const whole = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  assert.match(await sendRaw(port, chunked('chunks-two', large, whole)), / 413 /);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  // Whoever asks first whether to send a body is told to go on once the call is taken up.
  const asking = chunked('chunks-three', '{"n": 1}', '4\r\n{"n"\r\n').replace('\r\n', '\r\nExpect: 100-continue\r\n');
  socket.write(asking);
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 100 /);
  socket.destroy();
  await once(socket, 'close');
  await holdsFor(50, () => assert.equal(accepted(bot), 1));
});

test('a flood of forged calls and large bodies holds the event loop below 50 ms, and a genuine one gets through', async (t) => {
  const { bot, post, port } = await start(t);
  const large = 'x'.repeat(1_000_000);
  const held: number[] = [];
  const codes = new Set<string>();
  // What the port itself holds up, it holds up in every round; a collection of garbage does in some.
  const quiet = (): number => held.filter((ms) => ms < 50).length;
  for (let round = 0; round < 12 && (round < 3 || quiet() < 2); round += 1) {
    const longestHold = watchLoop();
    const flood = Array.from({ length: 60 }, (_, at) =>
      send(port, { secret: 'wrong', ...(at % 10 === 0 ? { body: large } : { body: 'y'.repeat(60_000) }) }).then(
        ({ code }) => void codes.add(code),
        () => undefined,
      ),
    );
    await Promise.all(flood);
    held.push(longestHold());
  }
  t.diagnostic(`longest hold of each round, ms: ${held.map((ms) => ms.toFixed(1)).join(', ')}`);
  assert.ok(quiet() >= 2, `the loop was held ${held.join(', ')} ms`);
  assert.ok(
    codes.has('wrong_signature') && codes.has('too_many_forged') && !codes.has('accepted'),
    [...codes].join(' '),
  );
  assert.equal(accepted(bot), 0);
  const refused = await post();
  assert.ok(refused.status === 202 || Number(refused.retryAfter) > 0, 'whoever is genuine is told when to come again');
  await sleep(Number(refused.retryAfter ?? 0) * 1000);
  assert.equal((await post()).status, 202);
});

/** Begins to watch; what is returned ends it, with the longest turn of the loop in ms of this thread's own time: other processes take none of it. */
function watchLoop(): () => number {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let before = spent();
  let isOn = true;
  const turn = (): void => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOn = false;
    return longest;
  };
}

test('whoever opens connections and sends next to nothing keeps nobody out', async (t) => {
  const { bot, port, post } = await start(t);
  const slow: Socket[] = [];
  t.after(() => {
    for (const socket of slow) socket.destroy();
  });
  for (let at = 0; at < 150; at += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    slow.push(socket);
    await once(socket, 'connect');
    socket.write('POST /trigger/build HTTP/1.1\r\nX-Slow: ');
  }
  const trickle = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('a');
  }, 50);
  t.after(() => clearInterval(trickle));
  assert.equal((await post()).status, 202);
  await Promise.all(
    slow.map((socket) => (socket.destroyed ? null : new Promise((resolve) => socket.once('close', resolve)))),
  );
  assert.equal((await post()).status, 202);
  assert.equal(accepted(bot), 2);
});

test('a port that is taken says what to do', async (t) => {
  const { port, bot } = await start(t);
  const ports = { triggers: bot.deskhand.triggers, clock: createSystemClock(), warn: () => undefined };
  await assert.rejects(openTriggerPort(port, ports), (error: unknown) => {
    assert.ok(error instanceof TriggerPortUnavailable);
    assert.match(error.message, /is taken, perhaps by a second Deskhand\. Set TRIGGERS_PORT to another port/);
    return true;
  });
});
