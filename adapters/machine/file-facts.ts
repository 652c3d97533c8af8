/** What typed checks and the gate ask about files; nothing is changed, and nothing that is no regular file is waited for. */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { MachineFacts } from '../../src/ports/machine.ts';
import { readPathFacts, toAbsolute } from './paths.ts';

const TEXT_BYTES = 1_048_576;
const CHUNK_BYTES = 65_536;

export function createFileFacts(home: string): Pick<MachineFacts, 'path' | 'readText' | 'readBytes'> {
  return {
    async path(path, signal) {
      signal.throwIfAborted();
      return readPathFacts(toAbsolute(path, home));
    },
    async readText(path, signal) {
      signal.throwIfAborted();
      const bytes = await readSmallFile(toAbsolute(path, home), TEXT_BYTES);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async readBytes(path, limit, signal) {
      signal.throwIfAborted();
      return readSmallFile(toAbsolute(path, home), limit);
    },
  };
}

/** Null when there is no such file, it is no regular file, it cannot be read, or it is larger than `limit` bytes. */
export async function readSmallFile(path: string, limit: number): Promise<Uint8Array | null> {
  try {
    // A pipe would be waited for as soon as it is opened.
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
