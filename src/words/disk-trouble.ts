/** What the system's code for a failed file operation means, in words for a person. */
import { say, type Text } from './say.ts';
import { english } from './speak.ts';

const MEANINGS: Readonly<Record<string, Text>> = {
  ENOSPC: say`the disk is full: free some space`,
  EDQUOT: say`the disk quota is used up: free some space`,
  EIO: say`the disk reports an error: check it, and whether it is still connected`,
  EROFS: say`the disk is read-only: make it writable`,
  EACCES: say`permission is missing: check who owns it and its rights`,
  EPERM: say`the system does not allow it: check who owns it and its rights`,
  EMFILE: say`too many files are open`,
  ENFILE: say`the computer has too many files open`,
  EFBIG: say`the file would be too large`,
  ENOENT: say`it is not there`,
  ENOTDIR: say`a part of the path is a file, not a folder`,
  EISDIR: say`it is a folder`,
  EEXIST: say`it exists already`,
  ENOTEMPTY: say`the folder is not empty`,
  ELOOP: say`links point at each other in a circle`,
  ENAMETOOLONG: say`the name is too long`,
  EBUSY: say`it is in use`,
};

/** The system's code of an error (`ENOSPC`); '' when it carries none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `the disk is full: free some space (ENOSPC)`; null when it carries no code that is known. */
export function diskTrouble(error: unknown): Text | null {
  const code = systemCode(error);
  const meaning = MEANINGS[code];
  return meaning === undefined ? null : say`${meaning} (${code})`;
}

/** As `diskTrouble` in English; an unknown error's own message. */
export function sayDiskTrouble(error: unknown): string {
  return english(diskTrouble(error) ?? (error instanceof Error ? error.message : String(error)));
}
