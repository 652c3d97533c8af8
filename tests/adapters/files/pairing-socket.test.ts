/** The socket between `npm run pair` and the Deskhand that runs. */
import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { connectPairing, servePairing } from '../../../adapters/files/pairing-socket.ts';
import { createPairing, createPairingDesk, type Pairing, type PairingDesk } from '../../../src/inbound/pairing.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const NEVER = new AbortController().signal;
const ANN = { id: 'telegram:7', name: 'Ann', language: '' };

async function open(
  t: TestContext,
): Promise<{ readonly path: string; readonly pairing: Pairing; readonly desk: PairingDesk }> {
  const path = join(makeTempFolder(t), 'pair.sock');
  const pairing = createPairing(createFakeStateStore(), createFakeClock());
  const socket = await servePairing(
    path,
    createPairingDesk({
      pairing,
      checkDoors: () => Promise.resolve(),
      onRemoved: () => undefined,
      onPaired: () => undefined,
    }),
  );
  t.after(() => socket.close());
  const desk = await connectPairing(path);
  assert.ok(desk !== null);
  return { path, pairing, desk };
}

describe('the pairing socket', () => {
  it('is its owner’s alone, and does all that the desk does', async (t) => {
    const { path, pairing, desk } = await open(t);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const { code, expiresAt, ended } = await desk.begin(NEVER);
    assert.ok(expiresAt > 0);
    await pairing.tryCode(ANN, code, () => Promise.resolve());
    const end = await ended;
    assert.equal(end.kind === 'paired' && end.person.id, 'telegram:7');
    assert.deepEqual(
      (await desk.list()).map(({ id }) => id),
      ['telegram:7'],
    );
    assert.equal(await desk.remove('telegram:7'), true);
    assert.equal(await desk.remove('telegram:7'), false);
    assert.deepEqual(await desk.list(), []);
  });

  it('ends the code with the terminal that asked for it', async (t) => {
    const { pairing, desk } = await open(t);
    const terminal = new AbortController();
    const { ended } = await desk.begin(terminal.signal);
    terminal.abort();
    assert.deepEqual(await ended, { kind: 'cancelled' });
    await until(() => !pairing.isOpen());
  });

  it('tells a terminal whose code was replaced', async (t) => {
    const { desk } = await open(t);
    const first = await desk.begin(NEVER);
    const second = await desk.begin(NEVER);
    assert.deepEqual(await first.ended, { kind: 'cancelled' });
    assert.notEqual(first.code, second.code);
  });

  it('answers nonsense with a problem or not at all, and lives on', async (t) => {
    const { path, desk } = await open(t);
    for (const text of [
      '\n',
      '{}\n',
      '{"do":"begin"',
      '[]\n',
      '{"do":"remove"}\n',
      '{"do":"remove","id":7}\n',
      'x'.repeat(300_000),
    ]) {
      const answer = await new Promise<string>((resolve) => {
        let got = '';
        const socket = createConnection(path, () => socket.end(text));
        socket.on('data', (chunk) => {
          got += String(chunk);
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(got));
      });
      assert.match(answer, /^$|"problem"/, text.slice(0, 30));
    }
    assert.deepEqual(await desk.list(), []);
  });

  it('is not there when nobody listens: no file, a left one, another file, too long a path', async (t) => {
    const folder = makeTempFolder(t);
    writeFileSync(join(folder, 'file'), '');
    const long = join(folder, 'x'.repeat(150));
    mkdirSync(long);
    for (const path of [join(folder, 'none'), join(folder, 'file'), join(long, 'pair.sock')])
      assert.equal(await connectPairing(path), null, path);
  });

  it('takes the place of one that a killed process left, and refuses a path no socket can have', async (t) => {
    const folder = makeTempFolder(t);
    const path = join(folder, 'pair.sock');
    writeFileSync(path, '');
    const { pairing } = await open(t);
    const desk = createPairingDesk({
      pairing,
      checkDoors: () => Promise.resolve(),
      onRemoved: () => undefined,
      onPaired: () => undefined,
    });
    const socket = await servePairing(path, desk);
    assert.notEqual(await connectPairing(path), null);
    await socket.close();
    assert.equal(await connectPairing(path), null);
    await assert.rejects(servePairing(join(folder, 'x'.repeat(150), 'pair.sock'), desk));
  });
});
