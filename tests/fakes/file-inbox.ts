/** Sent files in memory. */
import { extname } from 'node:path';
import type { FileInbox } from '../../src/ports/file-inbox.ts';

export interface FakeFileInbox extends FileInbox {
  /** Bytes by absolute path, in the order they came. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
}

export function createFakeFileInbox(): FakeFileInbox {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    async save(name, bytes, signal) {
      signal.throwIfAborted();
      const ending = extname(name);
      let path = `/data/inbox/${name}`;
      for (let number = 2; kept.has(path); number += 1) {
        path = `/data/inbox/${name.slice(0, name.length - ending.length)}-${number}${ending}`;
      }
      kept.set(path, bytes);
      return path;
    },
  };
}
