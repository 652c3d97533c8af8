/** A line that breaks at the worst moments: it is sought again at once, and what was asked meanwhile is answered. */
import assert from 'node:assert/strict';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createAskNow } from '../../../adapters/fleet/ask-now.ts';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { decodeFrame } from '../../../src/fleet/frame.ts';
import { GATEWAY_INBOX, subjectsOf } from '../../../src/fleet/subjects.ts';
import { PROTOCOL } from '../../../src/fleet/wire.ts';
import { text } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd } from '../../support/fleet.ts';
import { type FleetServer, startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until } from '../../support/until.ts';

let server: FleetServer;
before(async () => {
  server = await startFleetServer(['studio', 'mini']);
});
after(() => server.close());

function signIn(name: string, url = server.url, note: (text: string) => void = () => undefined) {
  const inboxPrefix = name === 'gateway' ? GATEWAY_INBOX : subjectsOf(name).inboxPrefix;
  return connectFleet({ url, creds: server.credsOf(name), name, inboxPrefix, note });
}

/** `spoil`: called with each line and what came from the server over it; whether the line is cut there. */
async function startLine(t: { after(act: () => unknown): void }, spoil: (parts: number, line: number) => boolean) {
  const lines: Socket[] = [];
  const line = createServer((near) => {
    const far = connectTcp(server.port, '127.0.0.1');
    const mine = lines.push(near);
    let parts = 0;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.pipe(far);
    far.pipe(near).on('error', end);
    far.on('data', () => {
      parts += 1;
      if (spoil(parts, mine)) near.destroy();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => line.close(resolve)));
  const address = line.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `tls://127.0.0.1:${address.port}`, lines };
}

test('a line that breaks again while it is being made is made anew at once', async (t) => {
  for (const cutAt of [1, 2]) {
    const notes: string[] = [];
    const { url, lines } = await startLine(t, (parts, line) => line === 2 && parts === cutAt);
    const studio = await signIn('studio', url, (text) => notes.push(text));
    t.after(() => studio.close());
    const since = performance.now();
    lines[0]?.destroy();
    await until(() => notes.some((text) => /connected again/.test(text)), 'connected again', 60_000);
    assert.ok(lines.length >= 3, 'the second was spoiled');
    // The client by itself waits for the whole time limit of a connection, ten seconds.
    assert.ok(performance.now() - since < 9_000, `cut at part ${cutAt}: ${Math.round(performance.now() - since)} ms`);
    await studio.close();
  }
});

test('what nobody answers is asked again until somebody does, and no longer than that', async (t) => {
  const [gateway, studio] = await Promise.all([signIn('gateway'), signIn('studio')]);
  t.after(() => Promise.all([gateway.close(), studio.close()]));
  const { now } = subjectsOf('studio');
  const { ask, again } = createAskNow(gateway, GATEWAY_INBOX);
  assert.equal(await ask(now, new Uint8Array(), 200), null);
  const asking = ask(now, new Uint8Array(), 60_000);
  let heard = 0;
  studio.subscribe(now, {
    callback(_error, message) {
      heard += 1;
      // The first requests go unanswered, as when a connection swallows the answers.
      if (heard > 2) message.respond('here');
    },
  });
  assert.equal((await asking)?.string(), 'here');
  const before = heard;
  again(now);
  await gateway.flush();
  await studio.flush();
  assert.equal(heard, before, 'one that is answered is not asked again');
});

test('whoever is there again is asked at once what is open for it, and nobody else is', async (t) => {
  const [gateway, studio, mini] = await Promise.all(['gateway', 'studio', 'mini'].map((name) => signIn(name)));
  if (gateway === undefined || studio === undefined || mini === undefined) throw new Error('not connected');
  t.after(() => Promise.all([gateway.close(), studio.close(), mini.close()]));
  const { ask, again } = createAskNow(gateway, GATEWAY_INBOX);
  const heard: string[] = [];
  for (const [name, line] of [['studio', studio] as const, ['mini', mini] as const])
    line.subscribe(subjectsOf(name).now, { callback: () => void heard.push(name) });
  await Promise.all([studio.flush(), mini.flush()]);
  const open = [
    ask(subjectsOf('studio').now, new Uint8Array(), 2_000),
    ask(subjectsOf('mini').now, new Uint8Array(), 2_000),
  ];
  const count = (name: string): number => heard.filter((one) => one === name).length;
  // Repeats far more often than the pauses would allow.
  for (let time = 0; time < 50; time += 1) again(subjectsOf('studio').now);
  await gateway.flush();
  await until(
    () => count('studio') > 50,
    () => `asked: ${heard.join(' ')}`,
  );
  assert.ok(count('mini') < 20, `mini was asked ${count('mini')} times`);
  assert.deepEqual(await Promise.all(open), [null, null]);
});

test('what is asked twice, because the first answer got lost, is taken once and answered as it was', async (t) => {
  let asked = 0;
  const work = openGatewayEnd(server, () => ['studio']);
  const end = openMachineEnd(server, 'studio');
  t.after(() => Promise.all([work.stop(), end.stop()]));
  await work.start(() => undefined);
  await end.start({
    async receive() {
      asked += 1;
      return { toast: `for the ${asked}. time` };
    },
    listening: () => 'nothing',
    refuses: () => null,
    told: () => IDLE,
  });
  const message = text('yes');
  const ask = () => work.ask({ machine: 'studio', message, until: Date.now() + 60_000 }, 60_000);
  const taken = { kind: 'taken', receipt: { toast: 'for the 1. time' } };
  assert.deepEqual([await Promise.all([ask(), ask()]), await ask()], [[taken, taken], taken]);
});

test('a gateway that comes up after its machines hears of them at once, and not when their next hello is due', async (t) => {
  const studio = await signIn('studio');
  t.after(() => studio.close());
  const called: unknown[] = [];
  studio.subscribe(subjectsOf('studio').now, {
    callback: (_error, { data }) => void called.push(decodeFrame(data)?.json),
  });
  await studio.flush();
  const work = openGatewayEnd(server, () => ['studio']);
  t.after(() => work.stop());
  await work.start(() => undefined);
  await until(() => called.length > 0, 'it asks for a hello');
  assert.deepEqual(called[0], { v: PROTOCOL, machine: 'studio', kind: 'greet' });
});
