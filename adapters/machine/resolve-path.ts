/** Where a path really leads, links followed; for the gate, which cannot wait. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const MAX_LINKS = 20;

/** Links are followed as far as the path exists; the rest is kept as written. null: it cannot be told (no permission, a loop). */
export function resolvePathNow(path: string): string | null {
  return follow(path, MAX_LINKS);
}

function follow(path: string, linksLeft: number): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') return null;
  }
  const target = danglingTarget(path);
  if (target !== null) return linksLeft > 0 ? follow(target, linksLeft - 1) : null;
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = follow(parent, linksLeft);
  return folder === null ? null : join(folder, basename(path));
}

/** The target of a link to something that does not exist yet: writing to the link would make it. */
function danglingTarget(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
