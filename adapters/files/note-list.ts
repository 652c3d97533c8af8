/** All notes of a vault at once; what has not changed since the last time is not read again. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Note } from '../../src/ports/vault.ts';

export const LARGEST_NOTE_BYTES = 1_048_576;
/** A folder of notes deeper or larger than this is no vault any more. */
const MAX_DEPTH = 8;
const MAX_NOTES = 5000;
/** Files open at the same time. */
const AT_ONCE = 16;

interface Known {
  readonly ino: number;
  readonly mtimeMs: number;
  readonly size: number;
  /** null for a file that is no text, is too large, or is a hard link of a file elsewhere. */
  readonly note: Note | null;
}

/** `root` is canonical. Links and hidden names are left out, and so is what cannot be read. */
export function createNoteList(root: string): (signal: AbortSignal) => Promise<readonly Note[]> {
  let known = new Map<string, Known>();
  return async (signal) => {
    const paths = await findPaths(root, '', 0, signal);
    const fresh = new Map<string, Known>();
    const queue = paths.slice(0, MAX_NOTES).values();
    const work = async (): Promise<void> => {
      for (const path of queue) {
        signal.throwIfAborted();
        const entry = await look(root, path, known.get(path) ?? null).catch(() => null);
        if (entry !== null) fresh.set(path, entry);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    known = fresh;
    return paths.flatMap((path) => fresh.get(path)?.note ?? []);
  };
}

async function findPaths(root: string, below: string, depth: number, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') || !entry.name.isWellFormed()) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && depth < MAX_DEPTH) found.push(...(await findPaths(root, path, depth + 1, signal)));
    else if (entry.isFile() && entry.name.endsWith('.md')) found.push(path);
  }
  return found;
}

async function look(root: string, path: string, before: Known | null): Promise<Known> {
  const { ino, mtimeMs, size, nlink } = await lstat(join(root, path));
  if (before !== null && before.ino === ino && before.mtimeMs === mtimeMs && before.size === size) return before;
  const isReadable = nlink === 1 && size <= LARGEST_NOTE_BYTES;
  const text = isReadable ? await readText(join(root, path), ino) : null;
  return { ino, mtimeMs, size, note: text === null ? null : { path: path.normalize('NFC'), text, changedAt: mtimeMs } };
}

/** null when it is no UTF-8, or not the file that was looked at. */
async function readText(path: string, ino: Stats['ino']): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if ((await file.stat()).ino !== ino) return null;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
