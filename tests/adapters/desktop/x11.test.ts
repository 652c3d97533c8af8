import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDesktopContract } from '../../contracts/desktop.ts';
import { startInputWitness } from '../../support/input-witness.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';
import { openCatcher, startHandsBench } from './hands-bench.ts';

const never = new AbortController().signal;

testDesktopContract(
  'The X11 desktop, through hands',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-x11-'));
    const bench = await startHandsBench();
    const witness = await startInputWitness(bench.display.env);
    const catcher = await openCatcher(bench, folder);
    return {
      desktop: bench.hands.desktop,
      takeText: (wanted) => catcher.take(wanted),
      pressByPerson: async ({ x, y }) => {
        const args = ['mousemove', '--sync', String(x), String(y), 'click', '1'];
        execFileSync('/usr/bin/xdotool', args, { env: { ...process.env, ...bench.display.env } });
      },
      heldKeys: async () => (await witness.now()).held.filter((name) => name.startsWith('key ')),
      change: async () => {
        const before = JSON.stringify(await bench.hands.desktop.fingerprint(1, never));
        await bench.hands.desktop.key('Return', 1, never);
        await catcher.take('\n');
        // The terminal shows text a moment after it has passed it on.
        const isShown = async () => JSON.stringify(await bench.hands.desktop.fingerprint(1, never)) !== before;
        await until(isShown, 'the new line to be shown');
      },
      lose: async () => {
        witness.close();
        await bench.display.stop();
      },
      close: async () => {
        await bench.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  noX11,
);
