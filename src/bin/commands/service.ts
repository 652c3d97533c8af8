/** `deskhand service install|status|logs|restart|uninstall`: Deskhand is there after a login, a crash and a restart of the computer. */
import { spawn } from 'node:child_process';
import { homedir, userInfo } from 'node:os';
import { createService, type RunShown, type Service } from '../../../adapters/machine/service/service.ts';
import { PAUSE_S, type ServiceWish } from '../../../adapters/machine/service/service-text.ts';
import { call } from '../call.ts';
import { findDataFolder } from '../data-folder.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { OWN_FILES } from '../own-files.ts';
import { SUPERVISED } from '../service/supervised.ts';
import { loadSettings } from '../settings.ts';

const ACTIONS = ['install', 'status', 'logs', 'restart', 'uninstall'] as const;

await runCommand(async () => {
  const action = ACTIONS.find((name) => name === process.argv[2]);
  if (action === undefined || process.argv.length > 3)
    throw new ExitError(EXIT.configuration, `${call('service')} takes one of ${ACTIONS.join(', ')}.`);
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const service = createService(platform, { home: homedir(), uid: userInfo().uid, run: runShown });
  return await carryOut(action, service);
});

async function carryOut(action: (typeof ACTIONS)[number], service: Service): Promise<number> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  switch (action) {
    case 'install':
      if (!(await service.install(wish())))
        throw new ExitError(
          EXIT.lacking,
          `${service.file} is written, but the system did not start it. A service needs your own graphical session: log in there, then ${call('service', 'restart')}.`,
        );
      say(`Deskhand starts by itself from now on, after each login, and ${PAUSE_S} s after it failed.`);
      say(`Its log: ${service.log}`);
      return EXIT.clean;
    case 'restart':
      if (!(await service.restart()))
        throw new ExitError(
          EXIT.failure,
          `It is not running as a service; ${call('service', 'install')} makes it one.`,
        );
      say('Restarted.');
      return EXIT.clean;
    case 'status':
      return (await service.status()) ? EXIT.clean : EXIT.failure;
    case 'logs':
      return (await service.logs()) ? EXIT.clean : EXIT.failure;
    case 'uninstall':
      await service.uninstall();
      say('Deskhand does not start by itself any more. Your data and settings stay where they are.');
      return EXIT.clean;
  }
}

/** What was set for this start counts for those by the system, too, but for secrets: they stay in the settings file. */
function wish(): ServiceWish {
  return {
    command: [process.execPath, '--max-semi-space-size=1', OWN_FILES.entry, 'start'],
    environment: {
      [SUPERVISED]: process.platform === 'darwin' ? 'launchd' : 'systemd',
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      MALLOC_ARENA_MAX: '1',
      DATA_DIR: findDataFolder(loadSettings(process.env).DATA_DIR),
    },
    home: homedir(),
  };
}

const runShown: RunShown = async ([program, ...args]) => {
  const child = spawn(program, args, { stdio: 'inherit' });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', () => ended.resolve(null));
  child.once('close', ended.resolve);
  // Ctrl+C ends the log, and this command with it.
  process.once('SIGINT', () => child.kill('SIGINT'));
  return await ended.promise;
};
