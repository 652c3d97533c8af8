/** `npm start` on a disk that kills the process at its n-th operation. Arguments: n, and `die` or `tear`. */
import { findDataFolder } from '../../src/bin/data-folder.ts';
import { EXIT, runCommand } from '../../src/bin/exit.ts';
import { launch } from '../../src/bin/launch.ts';
import { createLog } from '../../src/bin/log.ts';
import { loadSettings } from '../../src/bin/settings.ts';
import { untilSignal } from '../../src/bin/signals.ts';
import { createFaultyDisk } from '../support/faulty-disk.ts';

const [at = '1', what = 'die'] = process.argv.slice(2);

await runCommand(async () => {
  const settings = loadSettings(process.env);
  const stopping = untilSignal();
  const disk = createFaultyDisk({ at: Number(at), times: 1, what: what === 'tear' ? 'tear' : 'die' });
  const launched = await launch(
    {
      settings,
      dataFolder: findDataFolder(settings.DATA_DIR),
      home: process.env.HOME ?? '',
      env: process.env,
      display: 'found',
      log: createLog('info', [], false),
      disk,
    },
    stopping.signal,
  );
  process.stdout.write(`${launched.readyLine}\n`);
  await launched.stop(await stopping.received);
  process.stdout.write(`operations ${disk.operations()}\n`);
  return EXIT.clean;
});
