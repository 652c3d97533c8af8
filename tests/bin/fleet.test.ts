/** `deskhand fleet …` as a person uses it: two computers, a real server, each command in its place. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { prepareMachine, prepareServer } from '../../adapters/fleet/prepare-server.ts';
import { readJoinLine } from '../../src/fleet/join-line.ts';
import { GATEWAY_INBOX, subjectsOf, WORK_STREAM } from '../../src/fleet/subjects.ts';
import { codeOf, stepAt } from '../../src/fleet/trust/totp.ts';
import { type FleetServer, freePort, serveFleet } from '../servers/nats/fleet-server.ts';
import { computer } from '../support/fleet-computer.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { until } from '../support/until.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('a fleet is set up, a second computer joins, works, and is shut out', async (t) => {
  const [gateway, studio] = [computer(t), computer(t)];
  const port = await freePort();
  assert.match((await gateway.run('list')).said, /There is no fleet here yet/);
  const init = await gateway.run('init', '--name', 'Desk', '--host', '127.0.0.1', '--port', `${port}`);
  assert.equal(init.code, 0, init.said);
  assert.match(init.said, /nats-server -c ".*server\.conf"/);
  for (const name of ['keys.json', 'fleet.json', 'gateway.creds', 'server/server.key', 'server/server.conf'])
    assert.equal(modeOf(join(gateway.folder, name)), 0o600, name);
  for (const name of ['', 'server', 'server/accounts']) assert.equal(modeOf(join(gateway.folder, name)), 0o700, name);
  const keys = readFileSync(join(gateway.folder, 'keys.json'), 'utf8');
  const again = await gateway.run('init');
  assert.deepEqual([again.code, /already, and nothing was changed/.test(again.said)], [2, true]);
  assert.equal(readFileSync(join(gateway.folder, 'keys.json'), 'utf8'), keys);

  const early = gateway.begin(true, ['add', 'studio']);
  assert.equal(await early.ended, 1);
  assert.match(early.said(), /Nothing answers at 127\.0\.0\.1/);
  const server = await serveFleet(t, gateway.folder, `127.0.0.1:${port}`);

  const scripted = await gateway.run('add', 'studio');
  assert.deepEqual([scripted.code, /needs a terminal/.test(scripted.said)], [2, true]);
  assert.equal((await gateway.run('add', 'gateway')).code, 2);

  const adding = gateway.begin(true, ['add', 'studio']);
  const line = await until(() => /dhjoin_[A-Za-z0-9_-]{100,}/.exec(adding.said())?.[0], adding.said);
  const mistyped = await studio.run('join', line.slice(0, -2));
  assert.deepEqual([mistyped.code, /not whole/.test(mistyped.said)], [2, true]);
  assert.equal(existsSync(studio.folder), false);
  const joined = await studio.run('join', line);
  assert.equal(joined.code, 0, joined.said);
  assert.equal(await adding.ended, 0);
  assert.match(adding.said(), /studio is in the fleet/);
  assert.equal(modeOf(join(studio.folder, 'worker.creds')), 0o600);
  assert.equal(existsSync(join(studio.folder, 'joining.json')), false);
  const kept = readFileSync(join(studio.data, 'state/secrets.json'), 'utf8');
  assert.match(kept, new RegExp(`tls://127\\.0\\.0\\.1:${port}`));
  assert.match(kept, /"DESKHAND_ROLE":"worker"/);
  // The key stays where it was made.
  const seed = /SU[A-Z2-7]{56}/.exec(readFileSync(join(studio.folder, 'worker.creds'), 'utf8'))?.[0] ?? '';
  assert.equal(readFileSync(join(gateway.folder, 'fleet.json'), 'utf8').includes(seed), false);
  assert.equal((await studio.run('join', line)).code, 2);
  assert.match((await studio.run('list')).said, /managed on the computer that has the chats/);

  const twice = gateway.begin(true, ['add', 'studio']);
  assert.equal(await twice.ended, 1);
  assert.match(twice.said(), /There is a studio in the fleet already/);
  assert.match((await gateway.run('people', 'studio', 'telegram:7')).said, /studio {2}joined .*, for telegram:7/);
  assert.match((await gateway.run('remove', 'studoi')).said, /Did you mean studio/);

  // The state after kill -9 between writing the credentials and the settings, when the other end of the join is closed already.
  const secrets = join(studio.data, 'state/secrets.json');
  const read = readJoinLine(line);
  assert.ok(read.ok);
  rmSync(secrets);
  writeFileSync(join(studio.folder, 'joining.json'), JSON.stringify({ user: read.line.seed, seed }), { mode: 0o600 });
  const resumed = await studio.run('join', line);
  assert.equal(resumed.code, 0, resumed.said);
  assert.match(readFileSync(secrets, 'utf8'), /"DESKHAND_ROLE":"worker"/);
  assert.equal(existsSync(join(studio.folder, 'joining.json')), false);

  const manager = await openManager(server);
  for (const name of ['studio', 'mini']) {
    await prepareMachine(manager.connection, name);
    await manager.stream.publish(subjectsOf(name).work, 'a command');
  }
  const creds = readFileSync(join(studio.folder, 'worker.creds'), 'utf8');
  const open = await server.open(creds, '_INBOX_studio');
  const removed = await gateway.run('remove', 'studio');
  assert.equal(removed.code, 0, removed.said);
  assert.deepEqual(await manager.left(), { consumers: ['m-mini'], subjects: ['deskhand.work.mini'] });
  assert.match(String(await open.closed()), /Revoked/i);
  assert.match((await gateway.run('list')).said, /None has joined yet/);
  await assert.rejects(server.open(creds, '_INBOX_studio'), /Authorization/);
  assert.equal((await studio.run('leave')).code, 0);
  assert.equal(existsSync(studio.folder), false);
  assert.doesNotMatch(readFileSync(join(studio.data, 'state/secrets.json'), 'utf8'), /NATS_URL/);
});

test('a code is set up at the machine’s own terminal, once its first digits are right', async (t) => {
  const studio = computer(t);
  mkdirSync(studio.folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(studio.folder, 'worker.creds'), '', { mode: 0o600 });
  const scripted = await studio.run('code');
  assert.deepEqual([scripted.code, /needs a terminal/.test(scripted.said)], [2, true]);
  const setting = studio.begin(true, ['code']);
  const key = await until(() => /^\s+([A-Z2-7]{32})\s*$/m.exec(setting.said())?.[1], setting.said);
  await until(() => setting.said().includes('The six digits it shows now:'), setting.said);
  setting.child.stdin.write('12345\n');
  await until(() => setting.said().includes('That is not right'), setting.said);
  assert.equal(existsSync(join(studio.folder, 'code.json')), false);
  // A phone whose clock is four minutes behind.
  const step = stepAt(Date.now()) - 8;
  setting.child.stdin.write(`${codeOf(fromBase32(key), step)}\n`);
  assert.equal(await setting.ended, 0, setting.said());
  assert.equal(modeOf(join(studio.folder, 'code.json')), 0o600);
  const { drift, lastStep } = JSON.parse(readFileSync(join(studio.folder, 'code.json'), 'utf8'));
  assert.ok(drift <= -8 && drift >= -10, `${drift}`);
  assert.equal(lastStep, step);
});

/** What the server keeps for machines. */
async function openManager(server: FleetServer) {
  const connection = await server.open(server.gatewayCreds, GATEWAY_INBOX);
  await prepareServer(connection);
  const manager = await jetstreamManager(connection);
  return {
    connection,
    stream: jetstream(connection),
    async left() {
      const consumers: string[] = [];
      for await (const { name } of manager.consumers.list(WORK_STREAM)) consumers.push(name);
      const { state } = await manager.streams.info(WORK_STREAM, { subjects_filter: '>' });
      return { consumers, subjects: Object.keys(state.subjects ?? {}) };
    },
  };
}

test('a fleet’s server is away, a line is given up, a computer is killed in the middle of joining', async (t) => {
  const [gateway, studio] = [computer(t), computer(t)];
  const port = await freePort();
  await gateway.run('init', '--name', 'desk', '--host', '127.0.0.1', '--port', `${port}`);
  const file = join(gateway.folder, 'fleet.json');

  await t.test('a machine is not removed while the server is away, and that is said', async () => {
    const before = readFileSync(file, 'utf8');
    const fleet = JSON.parse(before);
    fleet.machines.push({ name: 'studio', key: `U${'A'.repeat(55)}`, since: '2026-11-25T20:00:00Z', people: null });
    writeFileSync(file, JSON.stringify(fleet));
    const { code, said } = await gateway.run('remove', 'studio');
    assert.deepEqual([code, /Nothing answers at/.test(said)], [1, true]);
    assert.match(
      (await gateway.run('list')).said,
      /studio {2}joined 2026-11-25, for everybody who may work this bot$/m,
    );
    writeFileSync(file, before);
  });
  if (WITH_REPEATS) {
    await serveFleet(t, gateway.folder, `127.0.0.1:${port}`);

    await t.test('Ctrl+C ends a line, and nobody joined', async () => {
      const adding = gateway.begin(true, ['add', 'studio']);
      await until(() => adding.said().includes('dhjoin_'), adding.said);
      adding.child.stdin.write('\u0003');
      assert.equal(await adding.ended, 1);
      assert.match(adding.said(), /The line is no longer valid, and studio did not join/);
    });

    await t.test('a computer that is killed joins when it is done again, under the same line', async () => {
      const adding = gateway.begin(true, ['add', 'studio']);
      const line = await until(() => /dhjoin_[A-Za-z0-9_-]{100,}/.exec(adding.said())?.[0], adding.said);
      const joining = studio.begin(false, ['join', line]);
      await until(() => existsSync(join(studio.folder, 'joining.json')), joining.said);
      joining.child.kill('SIGKILL');
      await joining.ended;
      const again = await studio.run('join', line);
      assert.equal(again.code, 0, again.said);
      assert.equal(await adding.ended, 0, adding.said());
      const fleet = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(
        fleet.machines.map(({ name }: { name: string }) => name),
        ['studio'],
      );
    });
  }
});

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
