/** Changes of a folder's files between two listings. Pure. */
import type { FolderListing, ListedFile } from '../ports/machine.ts';

export interface FolderChanges {
  /** Absolute. */
  readonly folder: string;
  /** Names from the folder on, in their order. */
  readonly made: readonly string[];
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** Whether both listings were complete, so that nothing else changed there. */
  readonly isWhole: boolean;
}

export function compareFolders(folder: string, before: FolderListing, after: FolderListing | null): FolderChanges {
  const now = after ?? { files: new Map<string, ListedFile>(), isWhole: true };
  const isWhole = before.isWhole && now.isWhole;
  const names = (
    files: FolderListing['files'],
    keeps: (name: string, file: ListedFile) => boolean,
  ): readonly string[] => [...files].flatMap(([name, file]) => (keeps(name, file) ? [name] : [])).toSorted();
  return {
    folder,
    // A file that a limit left out of the first listing is not new.
    made: before.isWhole ? names(now.files, (name) => !before.files.has(name)) : [],
    changed: names(before.files, (name, file) => isOther(file, now.files.get(name))),
    gone: now.isWhole ? names(before.files, (name) => !now.files.has(name)) : [],
    isWhole,
  };
}

/** Rewriting the same bytes is no change. */
function isOther(before: ListedFile, now: ListedFile | undefined): boolean {
  if (now === undefined) return false;
  if (before.hash !== '' && now.hash !== '') return before.hash !== now.hash;
  return before.bytes !== now.bytes || before.changedAt !== now.changedAt;
}
