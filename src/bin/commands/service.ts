/** `deskhand service install|status|logs|restart|uninstall`: starts Deskhand at login, and again after a crash or a restart of the computer. */
import { homedir, userInfo } from 'node:os';
import { createService, type Service } from '../../../adapters/machine/service/service.ts';
import { PAUSE_S } from '../../../adapters/machine/service/service-text.ts';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { runService, serviceWish } from '../service/wish.ts';
import { tell } from '../terminal/tell.ts';

const ACTIONS = ['install', 'status', 'logs', 'restart', 'uninstall'] as const;

await runCommand(async () => {
  const action = ACTIONS.find((name) => name === process.argv[2]);
  if (action === undefined || process.argv.length > 3)
    throw new ExitError(EXIT.configuration, say`${call('service')} takes one of ${ACTIONS.join(', ')}.`);
  const platform = process.platform === 'darwin' ? 'macos' : 'linux';
  const service = createService(platform, { home: homedir(), uid: userInfo().uid, run: runService });
  return await carryOut(action, service);
});

async function carryOut(action: (typeof ACTIONS)[number], service: Service): Promise<number> {
  switch (action) {
    case 'install':
      if (!(await service.install(serviceWish())))
        throw new ExitError(
          EXIT.lacking,
          say`${service.file} is written, but the system did not start it. A service needs your own graphical session: log in there, then ${call('service', 'restart')}.`,
        );
      tell(say`Deskhand starts by itself from now on, after each login, and ${PAUSE_S} s after it failed.`);
      tell(say`Its log: ${service.log}`);
      return EXIT.clean;
    case 'restart':
      if (!(await service.restart()))
        throw new ExitError(
          EXIT.failure,
          say`It is not running as a service; ${call('service', 'install')} makes it one.`,
        );
      tell(say`Restarted.`);
      return EXIT.clean;
    case 'status':
      return (await service.status()) ? EXIT.clean : EXIT.failure;
    case 'logs':
      return (await service.logs()) ? EXIT.clean : EXIT.failure;
    case 'uninstall':
      await service.uninstall();
      tell(say`Deskhand does not start by itself any more. Your data and settings stay where they are.`);
      return EXIT.clean;
  }
}
