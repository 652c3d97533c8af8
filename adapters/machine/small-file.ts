/** Reads a regular file of bounded size; a pipe or a device is not waited for. */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;

/** Null when there is no such file, it is no regular file, it cannot be read, or it is larger than `limit` bytes. */
export async function readSmallFile(path: string, limit: number): Promise<Uint8Array | null> {
  try {
    // Opening a pipe would wait, so the kind of file is checked first.
    if (!(await stat(path)).isFile()) return null;
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const chunks: Uint8Array[] = [];
      // Files of the system have no size: it is told by reading.
      for (let total = 0; total <= limit; ) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
        if (bytesRead === 0) return Buffer.concat(chunks);
        chunks.push(buffer.subarray(0, bytesRead));
        total += bytesRead;
      }
      return null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
