/** What lies in a folder, at once; for the gate, which cannot wait. */
import { type Dirent, opendirSync } from 'node:fs';
import type { FolderEntry, ListFolder } from '../../src/safety/places/below.ts';

/** Errors for what is no folder, or closed to us: no program that we start finds anything there either. */
const NOTHING_THERE = ['ENOTDIR', 'EACCES', 'EPERM'];

/** null: there is more than `most`, or it cannot be told. */
export function listFolderNow(path: string, most: number): ReturnType<ListFolder> {
  try {
    const folder = opendirSync(path, { bufferSize: 256 });
    try {
      const entries: FolderEntry[] = [];
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (entries.length >= most) return null;
        entries.push({ name: entry.name, kind: kindOf(entry) });
      }
      return entries;
    } finally {
      folder.closeSync();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return 'absent';
    return NOTHING_THERE.includes(code) ? [] : null;
  }
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';
}
