/** `npm start`: the bot in the foreground. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ensureRunPrograms } from './ensure-programs.ts';
import { EXIT, runCommand } from './exit.ts';
import { launch } from './launch.ts';
import { createLog } from './log.ts';
import { loadSettings, PROJECT_ROOT, secretsOf } from './settings.ts';
import { untilSignal } from './signals.ts';

await runCommand(async (hide) => {
  const settings = loadSettings(process.env);
  hide(secretsOf(settings));
  const log = createLog(settings.LOG_LEVEL, secretsOf(settings), process.stderr.isTTY);
  await ensureRunPrograms();
  const stopping = untilSignal();
  const launched = await launch(
    {
      settings,
      dataFolder: resolve(PROJECT_ROOT, settings.DATA_DIR ?? '.'),
      home: homedir(),
      env: process.env,
      display: 'found',
      log,
    },
    stopping.signal,
  );
  process.stdout.write(`${launched.readyLine}\n`);
  if (launched.chats.web !== null && process.stdout.isTTY) {
    process.stdout.write(
      `Open this link in a browser on this computer (it works once, for 10 minutes):\n${launched.chats.web.openLink()}\n`,
    );
  }
  const signalName = await stopping.received;
  await launched.stop(signalName);
  return EXIT.clean;
});
