/** Deskhand as a service of the person's session: installed, looked at, restarted, taken away, by the system's own programs. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LABEL, renderLaunchAgent, renderUnit, type ServiceWish, UNIT } from './service-text.ts';

/** Runs a program of the system with what it prints going to the person; its exit code, null when it could not be started. */
export type RunShown = (command: readonly [string, ...string[]]) => Promise<number | null>;

export interface Service {
  /** The file that tells the system. */
  readonly file: string;
  /** How its log is read, as typed. */
  readonly log: string;
  /** Writes the service's file and starts it, restarting one with other arguments; false: the system refused. */
  install(wish: ServiceWish): Promise<boolean>;
  restart(): Promise<boolean>;
  /** Ends the service until the next login or `start`. */
  stop(): Promise<boolean>;
  start(): Promise<boolean>;
  /** Shows the service's state; false: it does not run. */
  status(): Promise<boolean>;
  logs(): Promise<boolean>;
  /** Ends the service and removes its file; the person's data stays. */
  uninstall(): Promise<void>;
}

export interface ServicePlace {
  readonly home: string;
  readonly uid: number;
  readonly run: RunShown;
}

const LOG_LINES = '200';

export function createService(platform: 'macos' | 'linux', place: ServicePlace): Service {
  return platform === 'macos' ? createLaunchAgent(place) : createUserUnit(place);
}

/** Where a LaunchAgent's log lies. */
export function logOfLaunchAgent(home: string): string {
  return join(home, 'Library', 'Logs', 'Deskhand', 'deskhand.log');
}

/** launchctl(1). */
function createLaunchAgent({ home, uid, run }: ServicePlace): Service {
  const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const log = logOfLaunchAgent(home);
  const domain = `gui/${uid}`;
  const launchctl = async (...words: readonly string[]): Promise<boolean> =>
    (await run(['/bin/launchctl', ...words])) === 0;
  return {
    file,
    log: `tail -n ${LOG_LINES} -F ${log}`,
    install: async (wish) => {
      await mkdir(dirname(log), { recursive: true, mode: 0o700 });
      await writeService(file, renderLaunchAgent(wish, log));
      // A loaded agent keeps its old arguments, so it is unloaded first.
      await launchctl('bootout', `${domain}/${LABEL}`);
      return await launchctl('bootstrap', domain, file);
    },
    restart: () => launchctl('kickstart', '-k', `${domain}/${LABEL}`),
    stop: () => launchctl('bootout', `${domain}/${LABEL}`),
    start: () => launchctl('bootstrap', domain, file),
    status: () => launchctl('print', `${domain}/${LABEL}`),
    logs: async () => (await run(['/usr/bin/tail', '-n', LOG_LINES, '-F', log])) === 0,
    uninstall: async () => {
      await launchctl('bootout', `${domain}/${LABEL}`);
      await rm(file, { force: true });
    },
  };
}

/** systemctl(1), journalctl(1). */
function createUserUnit({ home, run }: ServicePlace): Service {
  const file = join(home, '.config', 'systemd', 'user', UNIT);
  const systemctl = async (...words: readonly string[]): Promise<boolean> =>
    (await run(['/usr/bin/systemctl', '--user', ...words])) === 0;
  return {
    file,
    log: `journalctl --user --unit ${UNIT} --lines ${LOG_LINES} --follow`,
    install: async (wish) => {
      await writeService(file, renderUnit(wish));
      return (
        (await systemctl('daemon-reload')) && (await systemctl('enable', UNIT)) && (await systemctl('restart', UNIT))
      );
    },
    restart: () => systemctl('restart', UNIT),
    stop: () => systemctl('stop', UNIT),
    start: () => systemctl('start', UNIT),
    status: () => systemctl('status', '--no-pager', UNIT),
    logs: async () =>
      (await run(['/usr/bin/journalctl', '--user', '--unit', UNIT, '--lines', LOG_LINES, '--follow'])) === 0,
    uninstall: async () => {
      await systemctl('disable', '--now', UNIT);
      await rm(file, { force: true });
      await systemctl('daemon-reload');
    },
  };
}

async function writeService(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
}
