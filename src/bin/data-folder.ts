/** The folder of the person's data: DATA_DIR, else a checkout's own folder, else the platform's folder for application data. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { IS_PUBLISHED, PROJECT_ROOT } from './own-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Absolute. `dataDir`: DATA_DIR; a relative path is resolved from the checkout, or from the home folder when Deskhand is installed. */
export function findDataFolder(dataDir: string | undefined, environment: Environment = process.env): string {
  const isSet = dataDir !== undefined && dataDir.trim() !== '';
  if (!IS_PUBLISHED) return resolve(PROJECT_ROOT, isSet ? dataDir.trim() : '.');
  return isSet ? resolve(homedir(), dataDir.trim()) : applicationDataFolder(process.platform, homedir(), environment);
}

/** The file with the settings: beside package.json in a checkout, in the data folder where Deskhand is installed. */
export function findSettingsFile(environment: Environment = process.env): string {
  return join(IS_PUBLISHED ? findDataFolder(environment.DATA_DIR, environment) : PROJECT_ROOT, '.env');
}

/** Apple's File System Programming Guide; XDG Base Directory Specification, where a path that is not absolute counts as unset. */
function applicationDataFolder(platform: NodeJS.Platform, home: string, environment: Environment): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Deskhand');
  const { XDG_DATA_HOME: data = '' } = environment;
  return join(isAbsolute(data) ? data : join(home, '.local', 'share'), 'deskhand');
}
