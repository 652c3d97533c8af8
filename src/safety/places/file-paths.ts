/** Paths in an action's parameters: plainly written, or in a spelling that hides their target. */

// Percent signs, backslashes, numbers for characters, dots in other scripts, control and invisible characters.
const HIDDEN_SPELLING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /%(?:[0-9a-f]{2}|u[0-9a-f]{4}|%)|\\|0x[0-9a-f]{2}|&#|[\u0000-\u001f\u007f-\u009f\p{Cf}\u2024\u2025\u2026\uff0e\uff0f\u2215\u2044\u29f8\u2571\ufe52\u3002\uff61\ufffd]/iu;

export function isHiddenSpelling(path: string): boolean {
  return HIDDEN_SPELLING.test(path) || /(?:^|\/)\s*\.{3,}\s*(?:\/|$)|\$\{?\w|`/.test(path);
}

/** True when a relative path climbs above where it starts. */
export function climbsOut(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * Whether it is a valid note path inside the vault, by an allow list: folders and a name of plain characters, none starting with a dot or ending with
 * a dot or blank.
 */
export function isNotePath(path: string): boolean {
  if (path.length > 300 || isHiddenSpelling(path)) return false;
  return path
    .split('/')
    .every((part) => /^[\p{L}\p{N}_(][\p{L}\p{M}\p{N} ._,'’&+()!@#=~-]*$/u.test(part) && !/[. ]$/.test(part));
}

/** `Identity/…`, `Current Status.md`, `Active Tasks.md`, in any case: notes that are in every prompt. */
export function isCoreNote(path: string): boolean {
  const folded = path
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
  return (
    folded.startsWith('identity/') || folded === 'identity' || /^(?:current status|active tasks)(?:\.md)?$/.test(folded)
  );
}
