/** Reads a whole text file and puts a changed one in its place, whole or not at all. */
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { say, type Text } from '../../src/words/say.ts';

/** Files larger than this are not edited. */
const EDIT_LIMIT_BYTES = 8 * 1_048_576;

export interface TextFile {
  readonly ok: true;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** What the file was when it was read. */
  readonly found: Stats;
}

/** The file, or why it is not one whose text can be worked on. Rejects with the system's error. */
export async function readTextFile(
  path: string,
  signal: AbortSignal,
): Promise<TextFile | { readonly ok: false; readonly why: Text }> {
  const found = await stat(path);
  if (found.isDirectory()) return no(say`it is a folder`);
  if (!found.isFile()) return no(say`it is not a regular file`);
  if (found.size > EDIT_LIMIT_BYTES) return no(say`it is larger than 8 MiB; the shell can work on it`);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = await file.readFile({ signal });
    const text = decodeText(bytes);
    return text === null
      ? no(say`it is not text in UTF-8 (a picture, a program, or another encoding)`)
      : { ok: true, bytes, text, found };
  } finally {
    await file.close();
  }
}

function no(why: Text): { readonly ok: false; readonly why: Text } {
  return { ok: false, why };
}

/** Null for what is not UTF-8 or holds zero bytes. A mark at the beginning stays part of the text. */
function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Makes a file that must not exist (rejects with EEXIST), with the rights new files of the person get. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeBeside(
    path,
    bytes,
    async () => undefined,
    async (beside) => {
      try {
        await link(beside, path);
        await unlink(beside);
      } catch (error) {
        // Some disks (exFAT, shares) know no second name for a file.
        if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(systemCode(error))) throw error;
        const file = await open(path, 'wx');
        await file.close();
        await rename(beside, path);
      }
    },
  );
}

/** Replaces a file, keeping its mode and, where the system allows it, its owner. False when it was changed since `found`. */
export async function replaceFile(path: string, bytes: Uint8Array, found: Stats): Promise<boolean> {
  let isSame = true;
  const adopt = async (file: FileHandle): Promise<void> => {
    await file.chown(found.uid, found.gid).catch(() => undefined);
    await file.chmod(found.mode & 0o7777);
  };
  await writeBeside(path, bytes, adopt, async (beside) => {
    const now = await stat(path);
    isSame = now.ino === found.ino && now.mtimeMs === found.mtimeMs && now.size === found.size;
    if (isSame) await rename(beside, path);
  });
  return isSame;
}

async function writeBeside(
  path: string,
  bytes: Uint8Array,
  adopt: (file: FileHandle) => Promise<void>,
  place: (beside: string) => Promise<void>,
): Promise<void> {
  const beside = join(dirname(path), `.deskhand-${randomUUID()}.tmp`);
  const file = await open(beside, 'wx');
  try {
    try {
      await file.writeFile(bytes);
      await adopt(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(beside);
  } finally {
    await unlink(beside).catch(() => undefined);
  }
}
