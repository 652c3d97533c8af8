/** Which paths may name a note in the vault, and how names that the disk may take for one and the same are told. */
import { say, type Text } from '../../src/words/say.ts';

export type NotePath =
  | { readonly ok: true; readonly segments: readonly string[] }
  | { readonly ok: false; readonly text: Text };

const NAME_BYTES = 255;

/** Judges the words of a path alone, without a look at the disk. */
export function checkNotePath(path: string): NotePath {
  const refuse = (why: Text): NotePath => ({
    ok: false,
    text: say`${JSON.stringify(path.slice(0, 200))} cannot be a note: ${why}. Write a path inside the vault such as "Knowledge/Printer.md".`,
  });
  if (!path.isWellFormed() || /\p{Cc}/u.test(path)) return refuse(say`it has control characters`);
  if (/^[/~]/.test(path) || path.includes('\\') || /^[a-z]:/i.test(path))
    return refuse(say`it is not relative to the vault`);
  const segments = path.split('/');
  if (segments.some((segment) => segment === '')) return refuse(say`a part of it is empty`);
  if (segments.some((segment) => segment.startsWith('.'))) return refuse(say`a part of it begins with a dot`);
  if (segments.some((segment) => /^\s|[\s.]$/u.test(segment)))
    return refuse(say`a part of it begins or ends with a space or a dot`);
  if (segments.some((segment) => Buffer.byteLength(segment) > NAME_BYTES)) return refuse(say`a part of it is too long`);
  if (!/.\.md$/.test(path)) return refuse(say`a note ends in .md`);
  return { ok: true, segments };
}

/** Equal for names that differ only in case or in how their accents are stored: on many disks those are one file. */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}

/** True when only the storing of accents differs: people cannot see it, and mean the same name. */
export function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}
