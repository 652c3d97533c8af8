/** Room on a disk. */
import { statfs } from 'node:fs/promises';

/** Bytes that are free where this folder is; null: not known. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  return await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
