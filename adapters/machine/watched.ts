/** Folders and pages as a watch looks at them. */
import { createHash } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { withLimit } from '../../src/ports/waits/abort-signals.ts';
import type { Watched } from '../../src/ports/watched.ts';

const MOST_FILES = 5000;
const MOST_BYTES = 1024 * 1024;
const PAGE_MS = 10_000;

export function createWatched(home: string): Watched {
  return {
    async files(folder) {
      try {
        const names: string[] = [];
        for await (const entry of await opendir(folder.replace(/^~(?=\/|$)/, home))) {
          if (!entry.isDirectory()) names.push(entry.name);
          if (names.length >= MOST_FILES) break;
        }
        return names;
      } catch {
        return null;
      }
    },
    async page(url, signal) {
      try {
        const cut = withLimit(PAGE_MS, signal);
        const response = await fetch(url, { redirect: 'manual', signal: cut, headers: { accept: '*/*' } });
        const hash = createHash('sha256');
        let bytes = 0;
        for await (const chunk of response.body ?? []) {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes >= MOST_BYTES) break;
        }
        return { status: response.status, content: hash.digest('hex') };
      } catch {
        signal.throwIfAborted();
        return null;
      }
    },
  };
}
