/** What Deskhand changed in files, so that it can be taken back: the changed pieces only, so that hours of edits fit in memory. */
import { createHash } from 'node:crypto';

/** One change of a file. */
export interface FileChange {
  /** Where the file differs, in bytes; `removed` stood there before, `added` stands there now. */
  readonly at: number;
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
  /** SHA-256 of the whole file after the change. */
  readonly hash: string;
  /** Folders made for a new file, outermost first; null when the file was there before. */
  readonly madeFolders: readonly string[] | null;
}

export interface EditHistory {
  push(path: string, change: FileChange): void;
  /** The last change of the file that has not been taken back. */
  last(path: string): FileChange | null;
  /** Forgets the file's last change. */
  pop(path: string): void;
}

/** Beyond this much text the oldest changes of all files are forgotten. */
const BYTES_KEPT = 64 * 1_048_576;

export function createEditHistory(bytesKept: number = BYTES_KEPT): EditHistory {
  let entries: readonly { readonly path: string; readonly change: FileChange }[] = [];
  const sizeOf = ({ removed, added }: FileChange): number => removed.length + added.length;
  return {
    push(path, change) {
      entries = [...entries, { path, change }];
      let total = entries.reduce((sum, entry) => sum + sizeOf(entry.change), 0);
      while (total > bytesKept && entries.length > 1) {
        total -= entries[0] === undefined ? 0 : sizeOf(entries[0].change);
        entries = entries.slice(1);
      }
    },
    last: (path) => entries.findLast((entry) => entry.path === path)?.change ?? null,
    pop(path) {
      const at = entries.findLastIndex((entry) => entry.path === path);
      entries = entries.filter((_, index) => index !== at);
    },
  };
}

/** The smallest change that makes `after` of `before`. */
export function findChange(before: Uint8Array, after: Uint8Array): Omit<FileChange, 'madeFolders'> {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let same = 0;
  while (same < shorter - at && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return {
    at,
    removed: Uint8Array.from(before.subarray(at, before.length - same)),
    added: Uint8Array.from(after.subarray(at, after.length - same)),
    hash: hashOf(after),
  };
}

/** The content before the change; null when `now` is not what the change left. */
export function takeBack(now: Uint8Array, change: FileChange): Uint8Array | null {
  if (hashOf(now) !== change.hash) return null;
  return Buffer.concat([now.subarray(0, change.at), change.removed, now.subarray(change.at + change.added.length)]);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
