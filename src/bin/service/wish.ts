/** The service as it is requested from the system, and how the system's service programs are run. */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { RunShown } from '../../../adapters/machine/service/service.ts';
import type { ServiceWish } from '../../../adapters/machine/service/service-text.ts';
import { findDataFolder } from '../data-folder.ts';
import { OWN_FILES } from '../own-files.ts';
import { loadSettings } from '../settings.ts';
import { SUPERVISED } from './supervised.ts';

/** Settings of this start are passed on to the service, except secrets, which stay where they are stored. */
export function serviceWish(): ServiceWish {
  return {
    command: [process.execPath, '--max-semi-space-size=2', OWN_FILES.entry, 'start'],
    environment: {
      [SUPERVISED]: process.platform === 'darwin' ? 'launchd' : 'systemd',
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      MALLOC_ARENA_MAX: '1',
      DATA_DIR: findDataFolder(loadSettings(process.env).DATA_DIR),
    },
    home: homedir(),
  };
}

export const runService: RunShown = async ([program, ...args]) => {
  const child = spawn(program, args, { stdio: 'inherit' });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', () => ended.resolve(null));
  child.once('close', ended.resolve);
  // Ctrl+C ends the log, and this command with it.
  process.once('SIGINT', () => child.kill('SIGINT'));
  return await ended.promise;
};
