/** `npm start` with a wall clock of its own. Arguments: milliseconds that it is ahead, and how many times as fast its timers are. */
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { findDataFolder } from '../../src/bin/data-folder.ts';
import { EXIT, runCommand } from '../../src/bin/exit.ts';
import { launch } from '../../src/bin/launch.ts';
import { createLog } from '../../src/bin/log.ts';
import { loadSettings } from '../../src/bin/settings.ts';
import { untilSignal } from '../../src/bin/signals.ts';

const [ahead = 0, speed = 1] = process.argv.slice(2).map(Number);

await runCommand(async () => {
  const settings = loadSettings(process.env);
  const stopping = untilSignal();
  const system = createSystemClock();
  const launched = await launch(
    {
      settings,
      dataFolder: findDataFolder(settings.DATA_DIR),
      home: process.env.HOME ?? '',
      env: process.env,
      display: 'found',
      log: createLog('info', [], false),
      clock: {
        now: () => system.now() + ahead,
        elapsed: () => system.elapsed() * speed,
        sleep: (ms, signal) => system.sleep(ms / speed, signal),
      },
    },
    stopping.signal,
  );
  process.stdout.write(`${launched.readyLine}\n`);
  await launched.stop(await stopping.received);
  return EXIT.clean;
});
