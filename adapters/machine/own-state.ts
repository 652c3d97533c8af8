/** Whether a file is one of those that make up Deskhand's own state, under another name; for the gate, which cannot wait. */
import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface OwnStateFolders {
  /** Deskhand's own folder; .env is there or in the data folder. */
  readonly root: string;
  /** The folder of state/ and recordings/. */
  readonly dataDir: string;
}

/** With more files than this every file with two names counts as ours. */
const MAX_FILES = 20_000;

/**
 * Compares device and inode, which are the same for all names of a file. A file with a single name is not looked for. `keepMs`: how long a
 * list of our own files is used; whoever asks about every file of a folder needs it.
 */
export function createOwnState({ root, dataDir }: OwnStateFolders, keepMs = 0): (path: string) => boolean {
  let known: { readonly files: ReadonlySet<string> | null; readonly at: number } | null = null;
  return (path) => {
    const stats = look(path);
    if (stats === null || !stats.isFile() || stats.nlink < 2n) return false;
    const now = performance.now();
    if (known === null || now - known.at >= keepMs)
      known = { files: findOwn([join(dataDir, 'state'), join(dataDir, 'recordings')], [root, dataDir]), at: now };
    return known.files?.has(keyOf(stats)) ?? true;
  };
}

/** Keys of our own files that have a second name; null: there are too many files. */
function findOwn(folders: readonly string[], settings: readonly string[]): ReadonlySet<string> | null {
  const found = new Set<string>();
  const note = (path: string): void => {
    const stats = look(path);
    if (stats !== null && stats.nlink > 1n) found.add(keyOf(stats));
  };
  for (const folder of settings)
    for (const name of list(folder)) if (name.startsWith('.env') && name !== '.env.example') note(join(folder, name));
  let left = MAX_FILES;
  for (const folder of folders)
    for (const name of list(folder, true)) {
      left -= 1;
      if (left < 0) return null;
      note(join(folder, name));
    }
  return found;
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
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
