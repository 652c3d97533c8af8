/** Writes a file whole or not at all: beside it, onto the disk, then moved into place. */
import { randomUUID } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface AtomicWrite {
  /** File mode bits, exactly. */
  readonly mode: number;
  /** True: an existing file stays, and the write rejects with EEXIST. */
  readonly isExclusive: boolean;
  /** Called right before the file gets its name; a rejection leaves everything as it was. */
  readonly check?: () => Promise<void>;
}

/** Resolves when content and name are on the disk. Rejects with the system's error and leaves nothing behind. */
export async function writeAtomically(path: string, content: Uint8Array | string, how: AtomicWrite): Promise<void> {
  const folder = dirname(path);
  const beside = join(folder, `.deskhand-${randomUUID()}.tmp`);
  try {
    const file = await open(beside, 'wx', how.mode);
    try {
      await file.chmod(how.mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await how.check?.();
    if (how.isExclusive) await link(beside, path);
    else await rename(beside, path);
  } finally {
    await unlink(beside).catch(() => undefined);
  }
  await syncFolder(folder);
}

/** Puts the names in a folder onto the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
