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

/**
 * Device and number of a file tell that two names are one file. A file with one name is not looked for.
 * `keepMs`: so long a look at our own files serves; whoever asks about each file of a folder needs one for all of them.
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

/** Those that have a second name; null: there are too many to be looked through. */
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
