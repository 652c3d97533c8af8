/**
 * A server that was cut off in the moment of an acknowledgement: of a command that a machine has, and that is gone, it takes it for one under
 * way, for as long as any older command waits, for whomever. What it keeps is put there as it is on the disk then.
 */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectFleet } from '../../../adapters/fleet/connect.ts';
import { client } from '../../../adapters/fleet/nats-client.ts';
import { GATEWAY_INBOX, subjectsOf, WORK_STREAM } from '../../../src/fleet/subjects.ts';
import { createTakingEnd, text } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd } from '../../support/fleet.ts';
import { startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until } from '../../support/until.ts';

/** Of a consumer's file of the server: how many commands are under way, behind two bytes of its form and four numbers that are small here. */
function countUnderWay(file: string): number | undefined {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  return bytes[6];
}

for (const isKnown of [true, false])
  test(`a machine takes commands after that${isKnown ? '' : ', also when the gateway comes up later'}`, async (t) => {
    const server = await startFleetServer(['studio', 'away']);
    t.after(() => server.close());
    const open = () => openGatewayEnd(server, () => ['studio', 'away']);
    let work = open();
    const machine = openMachineEnd(server, 'studio');
    t.after(() => Promise.all([work.stop(), machine.stop()]));
    const taken = new Set<string>();
    const note = ({ update }: { readonly update: string }): void => void taken.add(update);
    await work.start(note);
    const end = createTakingEnd();
    let hold = Promise.resolve();
    await machine.start({
      ...end,
      async receive(message) {
        const receipt = await end.receive(message);
        await hold;
        return receipt;
      },
      refuses: () => null,
      told: () => IDLE,
      listening: () => 'nothing',
    });
    const hand = async (name: string, words: string): Promise<string> => {
      const message = text(words);
      const errand = { machine: name, message, until: Date.now() + 600_000 };
      const isKept = () =>
        work
          .hand(errand)
          .then(() => true)
          .catch(() => false);
      await until(isKept, `the server keeps ${words}`, 60_000);
      return message.updateId;
    };
    await until(() => work.machines().some(({ name, isHere }) => name === 'studio' && isHere), 'it is here');
    await hand('away', 'wait');
    const released = Promise.withResolvers<void>();
    hold = released.promise;
    const first = await hand('studio', 'one');
    await until(() => end.words.includes('one'), 'it has one');

    const state = join(
      server.folder,
      'store/jetstream/$G/streams',
      WORK_STREAM,
      'obs',
      subjectsOf('studio').consumer,
      'o.dat',
    );
    const underWay = `${state}.kept`;
    await until(() => countUnderWay(state) === 1, 'the server has written down that it is under way');
    copyFileSync(state, underWay);
    released.resolve();
    await until(() => taken.has(first), 'the gateway knows');
    await until(() => !readFileSync(state).equals(readFileSync(underWay)), 'the server knows');
    if (!isKnown) await work.stop();
    await server.end();
    copyFileSync(underWay, state);
    await server.start();
    if (!isKnown) {
      work = open();
      await work.start(note);
    }

    const second = await hand('studio', 'two');
    await until(() => taken.has(second), 'it has two', 30_000);
    assert.deepEqual(end.words, ['one', 'two']);
  });

test('a command that somebody holds comes again at once when it is handed over again', async (t) => {
  const server = await startFleetServer(['studio']);
  const work = openGatewayEnd(server, () => ['studio']);
  t.after(async () => {
    await work.stop();
    await server.close();
  });
  await work.start(() => undefined);
  const { url } = server;
  const creds = server.credsOf('gateway');
  const connection = await connectFleet({
    url,
    creds,
    name: 'test',
    inboxPrefix: GATEWAY_INBOX,
    note: () => undefined,
  });
  t.after(() => connection.close());
  const name = subjectsOf('studio').consumer;
  const { consumers } = await client.jetstreamManager(connection);
  const isThere = () =>
    consumers.info(WORK_STREAM, name).then(
      () => true,
      () => false,
    );
  await until(isThere, 'its consumer');
  const errand = { machine: 'studio', message: text('one'), until: Date.now() + 600_000 };
  await work.hand(errand);
  assert.ok(await (await client.jetstream(connection).consumers.get(WORK_STREAM, name)).next());
  await work.hand(errand, true);
  // Of itself the server waits 15 seconds.
  const isFree = () =>
    consumers.info(WORK_STREAM, name).then(
      (info) => info.num_ack_pending === 0,
      () => false,
    );
  await until(isFree, 'nobody holds it', 10_000);
  assert.equal((await consumers.info(WORK_STREAM, name)).num_pending, 2);
});
