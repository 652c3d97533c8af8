/** A path in the spelling that all its other spellings lead to. */

/** Prefixes and suffixes that on a Mac mean the root of the file system, and a file's own content. Sources: firmlinks, resolve(2), namei of XNU. */
const SECOND_NAMES =
  /^\/(?:\.nofollow|\.resolve(?:\/[^/]+)?|system\/volumes\/data)(?=\/|$)|(?<=^)\/private(?=\/(?:etc|var|tmp)(?:\/|$))/;
const FORK = /\/\.\.namedfork\/[^/]*$/;

/** Spelling that file systems treat as the same: case, composed letters, invisible characters, the Mac's second names for folders. */
export function foldPath(path: string): string {
  let folded = path
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(FORK, '');
  for (let shorter = folded.replace(SECOND_NAMES, ''); shorter !== folded; shorter = folded.replace(SECOND_NAMES, ''))
    folded = shorter;
  return folded || '/';
}
