/** What typed checks and the gate ask about files; nothing is changed, and nothing that is no regular file is waited for. */
import type { MachineFacts } from '../../src/ports/machine.ts';
import { listFolder } from './folder-listing.ts';
import { readPathFacts, toAbsolute } from './paths.ts';
import { readSmallFile } from './small-file.ts';

const TEXT_BYTES = 1_048_576;

export function createFileFacts(home: string): Pick<MachineFacts, 'path' | 'readText' | 'readBytes' | 'listing'> {
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
    listing: (folder, signal) => listFolder(toAbsolute(folder, home), signal),
  };
}
