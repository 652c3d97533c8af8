/** What the system's code for a failed file operation means, in words for a person. */

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is used up: free some space',
  EIO: 'the disk reports an error: check it, and whether it is still connected',
  EROFS: 'the disk is read-only: make it writable',
  EACCES: 'permission is missing: check who owns it and its rights',
  EPERM: 'the system does not allow it: check who owns it and its rights',
  EMFILE: 'too many files are open',
  ENFILE: 'the computer has too many files open',
  EFBIG: 'the file would be too large',
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  ENOTEMPTY: 'the folder is not empty',
  ELOOP: 'links point at each other in a circle',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'it is in use',
};

/** The system's code of an error (`ENOSPC`); '' when it carries none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `the disk is full: free some space (ENOSPC)`; an unknown error's own message. */
export function sayDiskTrouble(error: unknown): string {
  const code = systemCode(error);
  const meaning = MEANINGS[code];
  if (meaning !== undefined) return `${meaning} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
