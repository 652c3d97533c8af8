/**
 * A folder that commands may change, as a copy they work on: afterwards what is ordinary is put in its place, and the rest is left as it
 * was. So what they delete is still there, and no file that decides what runs comes to be.
 */

import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, type Dirent, lstatSync, type Stats, utimesSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { NOBODYS_FOLDERS } from './sandbox-rules.ts';
import { isGone } from './scratch-room.ts';

interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  /** Time of the copy's last change: whatever a command does to a file changes it. */
  readonly ctimeMs: number;
  readonly mode: number;
  /** Whether the person's own file is read-only: such a file is not replaced for a command either. */
  readonly isReadOnly: boolean;
}

export interface WorkCopy {
  /** The person's folder, links followed. */
  readonly folder: string;
  readonly copy: string;
  /** The person's files as they were copied, by the path inside the folder. */
  readonly files: ReadonlyMap<string, Stamp>;
  /** Folders inside that are shown as they are instead of copied. */
  readonly shared: readonly string[];
}

export interface Changes {
  /** Inside the folder: new or changed, and fit to be put in place. */
  readonly written: readonly string[];
  /** New or changed, and kept back: it decides what runs, or is no plain file. */
  readonly keptBack: readonly string[];
  /** Deleted or emptied. */
  readonly deleted: readonly string[];
  /** Folders that the command left so that nobody can look into them; of what was in them nothing is known. */
  readonly closed: readonly string[];
}

const MAX_FILES = 3000;
const MAX_BYTES = 200 * 1024 * 1024;
const MAX_WRITTEN_BYTES = 512 * 1024 * 1024;
const PERMISSIONS = 0o777;
const IS_LINUX = process.platform === 'linux';

/** null: it is too large, or a part of it cannot be read. `isLeftOut`: by the absolute path. */
export async function makeWorkCopy(
  folder: string,
  copy: string,
  isLeftOut: (path: string) => boolean,
): Promise<WorkCopy | null> {
  const files = new Map<string, Stamp>();
  const shared: string[] = [];
  let bytes = 0;
  let count = 0;
  const copyOne = (from: string, name: string, to: string): Promise<boolean> =>
    withFile(from, async (handle) => {
      const stats = await handle.stat();
      bytes += stats.size;
      count += 1;
      if (!stats.isFile() || count > MAX_FILES || bytes > MAX_BYTES) return false;
      await writeAll(handle, to, stats.size);
      const mode = (stats.mode & PERMISSIONS) | 0o600;
      if (!IS_LINUX || (stats.mode & 0o7777) !== mode) await chmod(to, mode);
      utimesSync(to, stats.atime, stats.mtime);
      const { size, mtimeMs, ctimeMs, mode: given } = lstatSync(to);
      files.set(name, { size, mtimeMs, ctimeMs, mode: given, isReadOnly: (stats.mode & 0o222) === 0 });
      return true;
    });
  /** `from` refers to the open folder, whatever its name is by now. */
  const copyFolder = async (from: string, inside: string): Promise<boolean> => {
    await mkdir(join(copy, inside), { recursive: true, mode: 0o700 });
    const plain: (readonly [from: string, name: string, to: string])[] = [];
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      const to = join(copy, name);
      if (isLeftOut(join(folder, name))) continue;
      if (entry.isSymbolicLink()) await symlink(await readlink(join(from, entry.name)), to);
      else if (entry.isDirectory() && NOBODYS_FOLDERS.includes(entry.name)) {
        shared.push(name);
        await mkdir(to);
      } else if (entry.isDirectory()) {
        if (!(await withFolder(join(from, entry.name), (inner) => copyFolder(inner, name)))) return false;
      } else if (entry.isFile()) plain.push([join(from, entry.name), name, to]);
    }
    for (let at = 0; at < plain.length; at += AT_ONCE) {
      // All copies settle before the folder is closed.
      const copied = await Promise.allSettled(plain.slice(at, at + AT_ONCE).map((one) => copyOne(...one)));
      if (!copied.every((one) => one.status === 'fulfilled' && one.value)) return false;
    }
    return true;
  };
  try {
    return (await withFolder(folder, (from) => copyFolder(from, ''))) ? { folder, copy, files, shared } : null;
  } catch {
    return null;
  }
}

/** Opened as what it is now: a link is not followed, a pipe not waited for. */
async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Names in it are looked up in the folder that was opened, whatever takes its place meanwhile; only Linux has such paths. */
async function withFolder<T>(path: string, use: (folder: string) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY);
  try {
    return await use(IS_LINUX ? pathOf(handle) : path);
  } finally {
    await handle.close();
  }
}

/** The opened file itself, whatever has its name by now (proc(5)). */
function pathOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

/** How many files of a folder are copied at once. */
const AT_ONCE = 16;
/** Looks are synchronous, since a thread takes ten times as long; after this many the event loop gets a turn. */
const LOOKS_AT_ONCE = 256;
const READ_AT_ONCE = 4 * 1024 * 1024;

/** Copies a file; on Linux in one step, with its permissions. */
async function writeAll(from: FileHandle, to: string, size: number): Promise<void> {
  if (IS_LINUX) await copyFile(pathOf(from), to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  else if (size <= READ_AT_ONCE) await writeFile(to, await from.readFile(), { flag: 'wx' });
  else await pipeline(from.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'wx' }));
}

/** `mayWrite`: by the absolute path in the person's folder. */
export async function findChanges(
  { folder, copy, files, shared }: WorkCopy,
  mayWrite: (path: string) => boolean,
): Promise<Changes> {
  const written: string[] = [];
  const keptBack: string[] = [];
  const emptied: string[] = [];
  const closed: string[] = [];
  const seen = new Set<string>();
  const look = async (inside: string): Promise<void> => {
    const entries = await lookInto(join(copy, inside));
    if (entries === null) {
      closed.push(inside);
      for (const name of files.keys()) if (inside === '' || name.startsWith(`${inside}/`)) seen.add(name);
      return;
    }
    for (const { entry, now } of entries) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      // Python makes it and trusts it in place of the source.
      if (shared.includes(name) || entry.name === '__pycache__') continue;
      if (entry.isDirectory()) {
        const isNew = (await lstat(join(folder, name)).catch(() => null)) === null;
        if (isNew && mayWrite(join(folder, name))) written.push(name);
        await look(name);
        continue;
      }
      seen.add(name);
      const before = files.get(name);
      const isSame = before !== undefined && before.size === now.size && before.ctimeMs === now.ctimeMs;
      if (isSame || (entry.isSymbolicLink() && (await isSameLink(join(folder, name), join(copy, name))))) continue;
      if (before !== undefined && (await isSameContent(join(folder, name), join(copy, name)))) continue;
      // Emptied is as good as deleted.
      if (before !== undefined && before.size > 0 && now.size === 0) {
        emptied.push(name);
        continue;
      }
      const isPlain = entry.isFile() && (now.mode & ~PERMISSIONS & 0o7777) === 0;
      if (isPlain && before?.isReadOnly !== true && mayWrite(join(folder, name))) written.push(name);
      else keptBack.push(name);
    }
  };
  await look('');
  return { written, keptBack, closed, deleted: [...emptied, ...[...files.keys()].filter((name) => !seen.has(name))] };
}

/** The entries of a folder of the copy, all looked at before any is read. null: it cannot be looked into. */
async function lookInto(path: string): Promise<readonly { readonly entry: Dirent; readonly now: Stats }[] | null> {
  const found: { readonly entry: Dirent; readonly now: Stats }[] = [];
  try {
    for (const [at, entry] of (await readdir(path, { withFileTypes: true })).entries()) {
      if (at % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate();
      // A command's background process can make files and remove them again.
      const now = lstatSync(join(path, entry.name), { throwIfNoEntry: false });
      if (now !== undefined) found.push({ entry, now });
    }
    return found;
  } catch (error) {
    return isGone(error) ? found : null;
  }
}

/** Puts files and folders in place, each whole or not at all; those that changed meanwhile in the person's folder are left. What was put there. */
export async function putInPlace(
  { folder, copy, files }: WorkCopy,
  names: readonly string[],
): Promise<readonly string[]> {
  const put: string[] = [];
  const all = await Promise.all(names.map((name) => lstat(join(copy, name)).catch(() => null)));
  const bytes = all.reduce((sum, stats) => sum + (stats?.size ?? 0), 0);
  if (names.length > MAX_FILES || bytes > MAX_WRITTEN_BYTES) return put;
  for (const name of names) if (await putOne(join(copy, name), folder, name, files.get(name))) put.push(name);
  return put;
}

async function putOne(from: string, folder: string, name: string, before: Stamp | undefined): Promise<boolean> {
  const target = join(folder, name);
  const now = await lstat(target).catch(() => undefined);
  const isAsCopied =
    before === undefined
      ? now === undefined
      : now?.isFile() === true && now.size === before.size && isSameTime(now.mtimeMs, before.mtimeMs);
  const made = await lstat(from).catch(() => undefined);
  if (!isAsCopied || made === undefined) return false;
  if (made.isDirectory()) return await makeFolder(target);
  const temporary = join(dirname(target), `.deskhand-${randomBytes(6).toString('hex')}`);
  try {
    // A link put there meanwhile would lead elsewhere.
    if ((await realpath(dirname(target))) !== dirname(target)) return false;
    // A file that the person may not write is not replaced either.
    if (now !== undefined) await access(target, constants.W_OK);
    const mode = await withFile(from, async (handle) => {
      const stats = await handle.stat();
      if (stats.isFile()) await writeAll(handle, temporary, stats.size);
      return stats.mode;
    });
    await chmod(temporary, mode & PERMISSIONS & (before?.mode ?? 0o755));
    // As root the file keeps its owner; otherwise it is ours anyway.
    const { uid, gid } = now ?? (await lstat(dirname(target)));
    await chown(temporary, uid, gid).catch(() => undefined);
    await rename(temporary, target);
    return true;
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
    return false;
  }
}

async function makeFolder(target: string): Promise<boolean> {
  try {
    if ((await realpath(dirname(target))) !== dirname(target)) return false;
    await mkdir(target);
    return true;
  } catch {
    return false;
  }
}

/** A copied time loses what is below a microsecond. */
function isSameTime(one: number, other: number): boolean {
  return Math.abs(one - other) < 1;
}

async function isSameLink(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => readlink(path).catch(() => null)));
  return first !== null && first === second;
}

/** Compares two files of the same length; anything else is different. */
async function isSameContent(one: string, other: string): Promise<boolean> {
  const sizes = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  const [first, second] = sizes.map((stats) => (stats?.isFile() === true ? stats.size : null));
  if (first == null || first !== second) return false;
  const read = (path: string): Promise<Buffer | null> =>
    withFile(path, async (handle) => ((await handle.stat()).isFile() ? await handle.readFile() : null)).catch(
      () => null,
    );
  const [mine, theirs] = await Promise.all([one, other].map(read));
  return mine != null && theirs != null && mine.equals(theirs);
}
