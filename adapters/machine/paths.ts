/** What a path is, for everything that reads or writes files: one way to make it absolute, one way to see through links. */
import type { Stats } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { PathFacts } from '../../src/ports/machine.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';

const LINKS_FOLLOWED = 40;

/** Absolute, without `.` and `..`; `~` is the home folder, which a relative path starts from too. */
export function toAbsolute(path: string, home: string): string {
  return resolve(home, path === '~' || path.startsWith('~/') ? `.${path.slice(1)}` : path);
}

/** Links resolved as far as the path exists; where a link leads nowhere, the place it would make. */
export async function resolveLinks(path: string, linksLeft: number = LINKS_FOLLOWED): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) === 'ELOOP' || linksLeft === 0 || dirname(path) === path) return path;
    const target = await readlink(path).catch(() => null);
    const folder = await resolveLinks(dirname(path), linksLeft - 1);
    return target === null ? join(folder, basename(path)) : resolveLinks(resolve(folder, target), linksLeft - 1);
  }
}

export async function readPathFacts(path: string): Promise<PathFacts> {
  const canonical = await resolveLinks(path);
  try {
    const found = await stat(path);
    return { canonical, kind: kindOf(found), bytes: found.size };
  } catch (error) {
    const isAbsent = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(systemCode(error));
    return { canonical, kind: isAbsent ? 'absent' : 'other', bytes: 0 };
  }
}

/** True for a link too, wherever it leads. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or anything below it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function kindOf(found: Stats): PathFacts['kind'] {
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}
