/** Names of files that run by themselves, hold secrets or control Deskhand, in typed text and in titles of windows. */
import { type Sentence, say } from '../../words/say.ts';
import { isCoreNote } from '../places/file-paths.ts';
import type { Places } from '../places/places.ts';
import { SECRET_FILE_NAMES, STARTUP_FILE_NAMES } from '../places/secret-places.ts';
import { compileWildcards } from '../places/wildcards.ts';

/** Files, beside those of the shell, that start by themselves in their place, by a double-click or at the next login. */
const STARTS = ['*.plist', '*.scpt', '*.applescript', '*.workflow', '*.terminal', '*.timer', '*.rules', 'hosts'];

const names = compileWildcards([...STARTUP_FILE_NAMES, ...STARTS, ...SECRET_FILE_NAMES]);

/** Whether the typed text is the path of such a file, which a dialog would open or write; null when it is not. */
export function findProtectedPath(typed: string, places: Places): Sentence | null {
  const text = typed.replaceAll('\0', '').trim();
  if (text === '' || text.length > 500 || text.includes('\n')) return null;
  const isPath = /^(?:~|\.{0,2}\/|file:)/.test(text) || (/\//.test(text) && !/\s\S*\s/.test(text));
  if (!isPath)
    return !/\s/.test(text) && isProtectedName(text) ? say`a file of that name runs by itself or holds secrets` : null;
  const path = text.replace(/^file:\/\//, '');
  const { kind, why } = places.write(path, places.home, false);
  if (kind !== 'plain' && kind !== 'unclear') return why;
  return isProtectedName(path) ? say`a file of that name runs by itself or holds secrets` : null;
}

/** The file that a window's title names: editors put it there; null when it is an ordinary one. */
export function findProtectedTitle(title: string): string | null {
  const pieces = title.normalize('NFKC').split(/\s[-–—|•·:]\s|[()[\]“”"*●]|\s{2,}/);
  return (
    pieces
      .map((piece) => piece.trim())
      .find((piece) => piece !== '' && (isProtectedName(piece) || isOwnNote(piece, title) || /\.env\b/.test(piece))) ??
    null
  );
}

function isProtectedName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name !== '' && names.test(name) && !/\.(?:example|sample|template|dist)$/.test(name);
}

/** Whether it is one of the notes in every prompt, in a note editor's spelling. */
function isOwnNote(piece: string, title: string): boolean {
  const name = piece.replace(/^.*\//, '').replace(/\.md$/i, '');
  return (
    isCoreNote(`${name}.md`) ||
    /^user-profile$/i.test(name) ||
    (/^instructions$/i.test(name) && /obsidian/i.test(title))
  );
}
