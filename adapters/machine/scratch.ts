/** Folders that commands in the confined place may write to: one a run, which goes with the machine. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './sandbox-limits.ts';

export interface Scratch {
  /** The run's own folder, absolute; made when it is first asked for. */
  folderOf(run: string): string;
  /** Files in it with their times, for `findNew`. */
  list(folder: string): Promise<ReadonlyMap<string, number>>;
  /** Takes away all that is in it. Rejects never; what cannot be removed stays. */
  empty(folder: string): void;
  close(): void;
}

const MAX_FILES = 500;

export function createScratch(): Scratch {
  let base: string | null = null;
  return {
    folderOf(run) {
      base ??= makeBase();
      const folder = join(base, run.replaceAll(/[^\w-]/g, '_') || 'run');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    list: listFiles,
    empty(folder) {
      removeTree(folder);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    },
    close() {
      if (base !== null) removeTree(base);
      base = null;
    },
  };
}

const NAME = 'deskhand-scratch-';

/** Those of bots that were killed are taken away first. */
function makeBase(): string {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(NAME))) {
    const pid = Number.parseInt(name.slice(NAME.length), 10);
    if (pid > 0 && !isRunning(pid)) removeTree(join(tmpdir(), name));
  }
  return realpathSync(mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`)));
}

/** Removes a folder that no command works in any more, whatever is in it; another user's stays. Never throws. */
export function removeTree(folder: string): void {
  try {
    openAll(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nested folders may have paths too long for one call; these programs go down step by step.
    for (const [program, ...args] of [
      ['/bin/chmod', '-R', 'u+rwX'],
      ['/bin/rm', '-rf'],
    ] as const)
      spawnSync(program, [...args, '--', folder], { stdio: 'ignore' });
  }
}

/** A folder that its maker has closed cannot be emptied. */
function openAll(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openAll(join(folder, entry.name));
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.slice(0, MAX_FILES)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Hidden entries, such as caches, are no results.
    if (path.slice(folder.length).includes('/.')) continue;
    const stats = await stat(path).catch(() => null);
    if (stats !== null) files.set(path, stats.mtimeMs);
  }
  return files;
}

/** Paths of files that were made or changed between two lists. */
export function findNew(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after].flatMap(([path, at]) => (before.get(path) === at ? [] : [path]));
}
