/** Whether a file is one of those that make up Deskhand's own state, under another name; for the gate, which cannot wait. */
import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface OwnStateFolders {
  /** Deskhand's own folder; .env is there or in the data folder. */
  readonly root: string;
  /** Where state/ and recordings/ live. */
  readonly dataDir: string;
}

/** More files than these are not looked through; then what has two names counts as ours. */
const MAX_FILES = 20_000;

/** Device and number of a file tell that two names are one file. A file with one name is not looked for. */
export function createOwnState({ root, dataDir }: OwnStateFolders): (path: string) => boolean {
  return (path) => {
    const stats = look(path);
    if (stats === null || !stats.isFile() || stats.nlink < 2n) return false;
    return isAmong(stats, [join(dataDir, 'state'), join(dataDir, 'recordings')], [root, dataDir]);
  };
}

function isAmong(wanted: BigIntStats, folders: readonly string[], settings: readonly string[]): boolean {
  const isSame = (path: string): boolean => {
    const stats = look(path);
    return stats !== null && stats.ino === wanted.ino && stats.dev === wanted.dev;
  };
  const isSettings = (folder: string): boolean =>
    list(folder).some((name) => name.startsWith('.env') && name !== '.env.example' && isSame(join(folder, name)));
  if (settings.some(isSettings)) return true;
  let left = MAX_FILES;
  for (const folder of folders)
    for (const name of list(folder, true)) {
      left -= 1;
      if (left < 0 || isSame(join(folder, name))) return true;
    }
  return false;
}

function look(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

function list(folder: string, recursive = false): readonly string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}
