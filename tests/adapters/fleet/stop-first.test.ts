/** A stop does not wait for what else is on its way to the gateway: its line to the server is full of pictures. */
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { encodeFrame } from '../../../src/fleet/frame.ts';
import { GATEWAY_INBOX, subjectsOf } from '../../../src/fleet/subjects.ts';
import { PROTOCOL } from '../../../src/fleet/wire.ts';
import { createTakingEnd, text } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd } from '../../support/fleet.ts';
import { startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until } from '../../support/until.ts';

const PICTURE_BYTES = 500_000;
const PICTURES = 6;
const BYTES_A_SECOND = 500_000;

/** A proxy whose connections have a limited rate; `brought` counts each one's bytes. */
async function startSlowLine(t: { after(act: () => unknown): void }, target: number) {
  const brought: number[] = [];
  const line = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const mine = brought.push(0) - 1;
    near.pipe(far);
    far.on('data', (bytes) => {
      brought[mine] = (brought[mine] ?? 0) + bytes.length;
      near.write(bytes);
      far.pause();
      setTimeout(() => far.resume(), (1_000 * bytes.length) / BYTES_A_SECOND);
    });
    const end = (): void => void [near, far].map((socket) => socket.destroy());
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  t.after(() => line.close());
  const address = line.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `tls://127.0.0.1:${address.port}`, brought };
}

test('a stop is answered while pictures fill the gateway’s line', async (t) => {
  const server = await startFleetServer(['studio', 'mini']);
  t.after(() => server.close());
  const slow = await startSlowLine(t, server.port);
  const note = () => undefined;
  const signIn = (url: string, name: string, inboxPrefix: string) =>
    connectFleet({ url, creds: server.credsOf(name), name, inboxPrefix, note });
  const work = openGatewayEnd(server, () => ['studio', 'mini'], {
    connect: () => signIn(slow.url, 'gateway', GATEWAY_INBOX),
  });
  const machine = openMachineEnd(server, 'studio');
  const mini = subjectsOf('mini');
  const flood = await signIn(server.url, 'mini', mini.inboxPrefix);
  t.after(() => Promise.all([work.stop(), machine.stop(), flood.close()]));
  await work.start(() => undefined);
  await machine.start({ ...createTakingEnd(), refuses: () => null, told: () => IDLE, listening: () => 'nothing' });
  await until(() => work.machines().some(({ name, isHere }) => name === 'studio' && isHere), 'it is here');

  const frame = encodeFrame({ v: PROTOCOL, machine: 'mini', kind: 'put' }, [new Uint8Array(PICTURE_BYTES)]);
  for (let sent = 0; sent < PICTURES; sent += 1) flood.publish(mini.up.chat, frame);
  await flood.flush();
  const message = { ...text(''), content: { kind: 'stop' } as const };
  const asked = await work.ask({ machine: 'studio', message, until: Date.now() + 60_000 }, 60_000);
  assert.equal(asked.kind, 'taken');
  // The pictures sent before the stop are still on their way.
  assert.ok(Math.max(...slow.brought) < PICTURES * PICTURE_BYTES, `brought before it: ${slow.brought.join(', ')}`);
});
