import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinuxMachine } from '../../../adapters/machine/linux.ts';
import { testMachineContract } from '../../contracts/machine.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

testMachineContract('Linux', async (t) => {
  const home = makeTempFolder(t);
  const folder = join(home, 'work');
  mkdirSync(folder);
  const machine = createLinuxMachine({ home, user: 'person', session: () => ({}), isRoot: false });
  t.after(() => machine.close());
  return { machine, folder };
});

testMachineContract('fake', async () => {
  const machine = createFakeMachine();
  machine.contents.set('/home/person/work/.keep', '');
  return { machine, folder: '/home/person/work' };
});
