/** The way over NATS, on a real server with TLS where each may do only what is its own. */
import { after, before } from 'node:test';
import type { Workplace } from '../../../src/ports/work.ts';
import { describeWork } from '../../contracts/work.ts';
import { openGatewayEnd, openMachineEnd } from '../../support/fleet.ts';
import { type FleetServer, startFleetServer } from '../../support/fleet-server.ts';
import { IDLE } from '../../support/machine-told.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `m${index}`);
let server: FleetServer | null = null;
let used = 0;
before(async () => {
  server = await startFleetServer(NAMES);
});
after(() => server?.close());

function need(): FleetServer {
  if (server === null) throw new Error('no server');
  return server;
}

describeWork('over NATS', async () => {
  // A machine of its own for each test, so that nothing on the server is left from the one before.
  const machine = NAMES[used] ?? '';
  used += 1;
  const work = openGatewayEnd(need(), () => [machine]);
  let workplace: Workplace | null = null;
  return {
    work,
    machine,
    async startMachine(end) {
      workplace = openMachineEnd(need(), machine);
      await workplace.start({
        receive: end.receive,
        listening: (_thread, _sender, text) => end.listening(text),
        refuses: () => null,
        told: () => IDLE,
      });
    },
    async close() {
      await work.stop();
      await workplace?.stop();
    },
  };
});
