/** Folders that commands in the confined place may write to: one a run, which goes with the machine. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Scratch {
  /** The run's own folder, absolute; made when it is first asked for. */
  folderOf(run: string): string;
  /** Files in it with their times, for `findNew`. */
  list(folder: string): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

const MAX_FILES = 500;

export function createScratch(): Scratch {
  let base: string | null = null;
  return {
    folderOf(run) {
      base ??= realpathSync(mkdtempSync(join(tmpdir(), 'deskhand-scratch-')));
      const folder = join(base, run.replaceAll(/[^\w-]/g, '_') || 'run');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    list: listFiles,
    close() {
      if (base !== null) rmSync(base, { recursive: true, force: true });
      base = null;
    },
  };
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.slice(0, MAX_FILES)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Caches and the like are nobody's result.
    if (path.slice(folder.length).includes('/.')) continue;
    const stats = await stat(path).catch(() => null);
    if (stats !== null) files.set(path, stats.mtimeMs);
  }
  return files;
}

/** Made or changed between the two. */
export function findNew(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after].flatMap(([path, at]) => (before.get(path) === at ? [] : [path]));
}
