/** What a folder holds, to be compared with later: names, sizes, times and, of what is small, what is in it. Nothing is changed or waited for. */
import { createHash } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderListing, ListedFile } from '../../src/ports/machine.ts';
import { readSmallFile } from './small-file.ts';

const MOST_FILES = 3000;
const MOST_DEPTH = 12;
const MOST_MS = 1500;
/** Larger files are known by size and time alone, and all once this much was read. */
const HASHED_BYTES = 1_048_576;
const MOST_HASHED_BYTES = 48 * 1_048_576;

/** null when there is no such folder. Links are not followed, hidden names left out. Rejects with the signal's reason. */
export async function listFolder(folder: string, signal: AbortSignal): Promise<FolderListing | null> {
  const files = new Map<string, ListedFile>();
  const endsAt = performance.now() + MOST_MS;
  let hashed = 0;
  let isWhole = true;
  const isEnough = (): boolean => files.size >= MOST_FILES || performance.now() > endsAt;

  const walk = async (below: string, depth: number): Promise<boolean> => {
    signal.throwIfAborted();
    const entries = await opendir(join(folder, below)).catch(() => null);
    if (entries === null) return false;
    for await (const entry of entries) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (isEnough() || (entry.isDirectory() && depth >= MOST_DEPTH)) {
        isWhole = false;
        if (isEnough()) break;
      } else if (entry.isDirectory()) isWhole = (await walk(name, depth + 1)) && isWhole;
      else if (entry.isFile()) await note(name);
    }
    return true;
  };
  const note = async (name: string): Promise<void> => {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts === null) return;
    const isRead = facts.size <= HASHED_BYTES && hashed + facts.size <= MOST_HASHED_BYTES;
    const bytes = isRead ? await readSmallFile(path, HASHED_BYTES) : null;
    hashed += bytes?.length ?? 0;
    const hash = bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
    files.set(name, { bytes: facts.size, changedAt: facts.mtimeMs, hash });
  };
  return (await walk('', 0)) ? { files, isWhole } : null;
}
