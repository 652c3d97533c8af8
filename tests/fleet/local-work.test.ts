import { createSystemClock } from '../../adapters/machine/clock.ts';
import { createLocalWork } from '../../src/fleet/local-work.ts';
import { describeWork, type MachineEnd } from '../contracts/work.ts';
import { IDLE } from '../support/machine-told.ts';

describeWork('in this process', async () => {
  let end: MachineEnd | null = null;
  const need = (): MachineEnd => {
    if (end === null) throw new Error('not started');
    return end;
  };
  const work = createLocalWork(
    {
      name: 'studio',
      receive: (message) => need().receive(message),
      listening: (_thread, _sender, text) => need().listening(text),
      told: () => IDLE,
    },
    createSystemClock(),
  );
  return {
    work,
    machine: 'studio',
    async startMachine(at) {
      end = at;
    },
    close: () => work.stop(),
  };
});
