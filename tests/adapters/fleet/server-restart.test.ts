/** A server that is killed and started again, with what it kept or with nothing: the machines are known to be there, and commands go on. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTakingEnd, text } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd } from '../../support/fleet.ts';
import { type FleetServer, startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until } from '../../support/until.ts';

let server: FleetServer;
before(async () => {
  server = await startFleetServer(['studio']);
});
after(() => server.close());

for (const isEmptied of [false, true])
  test(`machines are there again and do what they are told after the server was killed${isEmptied ? ', and its disk emptied' : ''}`, async (t) => {
    const work = openGatewayEnd(server, () => ['studio']);
    const machine = openMachineEnd(server, 'studio');
    t.after(() => Promise.all([work.stop(), machine.stop()]));
    const taken = new Set<string>();
    await work.start(({ update }, { kind }) => void (kind === 'taken' && taken.add(update)));
    let waiting = 0;
    const end = createTakingEnd();
    await machine.start({
      ...end,
      refuses: () => null,
      told: () => ({ ...IDLE, waiting }),
      listening: () => 'nothing',
    });
    const seen = () => work.machines()[0];
    await until(() => seen()?.told?.waiting === 0, 'it is here');

    await server.kill();
    if (isEmptied) rmSync(join(server.folder, 'store'), { recursive: true });
    const killedAt = Date.now();
    await server.start();
    await until(() => (seen()?.lastSeenAt ?? 0) > killedAt, 'it is here again', 60_000);
    waiting = 3;
    await until(
      () => {
        machine.tell();
        return seen()?.told?.waiting === 3;
      },
      'what it says of itself is heard again',
      60_000,
    );

    const message = text('go on');
    const errand = { machine: 'studio', message, until: Date.now() + 600_000 };
    await until(
      async () =>
        await work.hand(errand).then(
          () => true,
          () => false,
        ),
      'the server takes it',
      60_000,
    );
    await until(() => taken.has(message.updateId), 'the machine has it', 120_000);
    assert.deepEqual(end.words, ['go on']);
  });
