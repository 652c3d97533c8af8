import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDesktopContract } from '../../contracts/desktop.ts';
import { noX11 } from '../../support/x11.ts';
import { openCatcher, startHandsBench } from './hands-bench.ts';

const never = new AbortController().signal;

testDesktopContract(
  'The X11 desktop, through hands',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-x11-'));
    const bench = await startHandsBench();
    const catcher = await openCatcher(bench, folder);
    return {
      desktop: bench.hands.desktop,
      takeText: (wanted) => catcher.take(wanted),
      change: async () => {
        await bench.hands.desktop.key('Return', 1, never);
        await catcher.take('\n');
        await sleep(50);
      },
      lose: () => bench.display.stop(),
      close: async () => {
        await bench.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  noX11,
);
