/** Stands for the code of a server: every file's name, rights and bytes. Links count by where they lead, and are not followed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_FILES = 40_000;
const MOST_BYTES = 600 * 1024 * 1024;

class TooMuchCode extends Error {}

/** Rejects with `TooMuchCode` beyond 40,000 files or 600 MB, and with the system's error where something cannot be read. */
export async function hashCode(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const left = { files: MOST_FILES, bytes: MOST_BYTES };
  for (const path of paths.toSorted()) await add(path, '', hash, left);
  return hash.digest('hex');
}

async function add(
  path: string,
  shown: string,
  hash: ReturnType<typeof createHash>,
  left: { files: number; bytes: number },
): Promise<void> {
  const stats = await lstat(path);
  left.files -= 1;
  left.bytes -= stats.isFile() ? stats.size : 0;
  if (left.files < 0 || left.bytes < 0) throw new TooMuchCode('more than 40,000 files or 600 MB');
  const kind = stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : stats.isFile() ? 'file' : 'other';
  hash.update(`${JSON.stringify([shown, kind, (stats.mode & 0o100) !== 0, stats.isFile() ? stats.size : 0])}\n`);
  if (kind === 'link') hash.update(await readlink(path));
  if (kind === 'file') for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (kind === 'folder')
    for (const name of (await readdir(path)).toSorted()) await add(join(path, name), `${shown}/${name}`, hash, left);
}
