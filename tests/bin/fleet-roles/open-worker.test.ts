/** A computer whose gateway is gone: its rule says what becomes of what it runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openWorker, type WorkerRules } from '../../../src/bin/fleet-roles/open-worker.ts';
import { settingsSchema } from '../../../src/config/schema.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { openGatewayEnd } from '../../support/fleet.ts';
import { startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';
import { until } from '../../support/until.ts';

const { version: _version, freeBytes: _free, ...ABOUT } = IDLE;

test('with “whenCutOff: stop” it ends what it runs, with “go on” it does not, and both are told when the gateway is back', async (t) => {
  const server = await startFleetServer(['stopping', 'going-on']);
  t.after(() => server.close());
  const openGateway = async () => {
    const work = openGatewayEnd(server, () => ['stopping', 'going-on']);
    await work.start(() => undefined);
    return work;
  };
  const gateway = await openGateway();
  const open = async (machine: string, whenCutOff: WorkerRules['whenCutOff']) => {
    const logged: string[] = [];
    const stopped: string[] = [];
    const worker = await openWorker(
      settingsSchema.parse({
        DESKHAND_ROLE: 'worker',
        NATS_URL: server.url,
        NATS_CREDS: server.credsOf(machine),
        MACHINE_NAME: machine,
      }),
      createFakeStateStore(),
      { refuses: () => null, whenCutOff },
      // Half a minute of silence is a second.
      createFastClock(25),
      pino({}, { write: (line: string) => void logged.push(line) }),
    );
    t.after(() => worker.close());
    await worker.begin(
      { listening: () => 'nothing', told: () => IDLE, stop: (name) => void stopped.push(name) },
      () => ({ ...ABOUT, version: '9.9.9', freeBytes: null }),
    );
    const isConnected = (): boolean => worker.byPlatform.get('web')?.health().lastContactAt !== null;
    await until(isConnected, `${machine} is greeted`);
    return { stopped, has: (what: RegExp) => logged.some((line) => what.test(line)) };
  };
  const [stopping, goingOn] = await Promise.all([open('stopping', 'stop'), open('going-on', 'go on')]);
  await gateway.stop();
  await until(() => stopping.stopped.length > 0 && goingOn.has(/does not answer/), 'both know that they are cut off');
  assert.deepEqual(stopping.stopped, ['this computer: it is cut off from its gateway']);
  assert.deepEqual(goingOn.stopped, []);
  const again = await openGateway();
  t.after(() => again.stop());
  await until(() => stopping.has(/answers again/) && goingOn.has(/answers again/), 'it is heard again');
  assert.equal(stopping.stopped.length, 1);
});
