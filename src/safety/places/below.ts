/** Whether a program that reads everything below a folder would read a secret. */
import { posix } from 'node:path';
import { type Sentence, say } from '../../words/say.ts';
import { name as sayName } from '../levels.ts';

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/**
 * Direct entries of a folder, synchronously: none for what is no folder, or cannot be read by Deskhand and so by no program it starts; null when
 * unknown or more than `most`.
 */
export type ListFolder = (folder: string, most: number) => readonly FolderEntry[] | 'absent' | null;

/** Files that a program reads below its folders. */
export interface Reach {
  /** True for a name that it surely neither reads nor enters. */
  readonly passes: (name: string, isFolder: boolean) => boolean;
  readonly followsLinks: boolean;
  /** Whether the names are passed on as one text, so that blanks and quotes would split them. */
  readonly splitsNames: boolean;
}

/** Number of entries that may still be listed; beyond it nothing is proven. */
export interface WalkBudget {
  entries: number;
}

/** Look-ups about a path during the walk. */
export interface Look {
  readonly list: ListFolder;
  /** The path with links followed; null when it cannot be told. */
  readonly resolve: (path: string) => string | null;
  readonly isSecretName: (name: string) => boolean;
  /** Whether a shell would expand the pattern to this name. */
  readonly canExpandTo: (pattern: string, name: string) => boolean;
  /** By the spelling alone, which is enough below a place that was checked. */
  readonly isSecretFolder: (path: string) => boolean;
  /** One of the files of Deskhand's own state, under another name. */
  readonly isOwnState: (path: string) => boolean;
  /** True for a secret, and for a place that has secrets below it; links are followed. */
  readonly isSecretPlace: (path: string) => boolean;
}

/** Written by programs, or packages that others published: nothing of a person's own is named there. */
const NOBODYS_FOLDERS: readonly string[] = ['node_modules', 'site-packages', '__pycache__', '.git'];

const MAX_IN_A_FOLDER = 2000;

/** Opening a folder costs as much as looking at so many names. */
const FOLDER_COST = 8;

const TAKEN_APART = /[\s'"\\\p{C}\p{Z}]|^-/u;

const TOO_MUCH = say`Too much lies below that folder to know that nothing secret does`;

function listWithin(folder: string, look: Look, budget: WalkBudget): ReturnType<ListFolder> {
  budget.entries -= FOLDER_COST;
  const entries = budget.entries < 0 ? null : look.list(folder, Math.min(budget.entries, MAX_IN_A_FOLDER));
  if (Array.isArray(entries)) budget.entries -= entries.length;
  return entries;
}

/** Why reading a file, or following a link, would show a secret; null when it would not. */
function findInEntry({ name, kind }: FolderEntry, target: string | null, look: Look): Sentence | null {
  if (target === null) return say`I can't tell where a link there leads`;
  if (kind !== 'folder' && look.isOwnState(target))
    return say`It would read ${sayName(name)}, which belongs to Deskhand itself`;
  if (kind !== 'folder' && [name, posix.basename(target)].some(look.isSecretName))
    return say`It would read ${sayName(name)}, which holds secrets`;
  const isSecret = kind === 'link' ? look.isSecretPlace(target) : kind === 'folder' && look.isSecretFolder(target);
  return isSecret ? say`It would read what is kept in ${sayName(name)}` : null;
}

/** Why one of the files that wildcards stand for is secret; null when none is. `parts` follow the folder, one a level. */
export function findExpanded(
  folder: string,
  parts: readonly string[],
  look: Look,
  budget: WalkBudget,
): Sentence | null {
  let folders = [folder];
  for (const [level, part] of parts.entries()) {
    const next: string[] = [];
    for (const one of folders) {
      const entries = listWithin(one, look, budget);
      if (entries === 'absent') continue;
      if (entries === null) return TOO_MUCH;
      for (const entry of entries) {
        if (!look.canExpandTo(part, entry.name)) continue;
        const path = posix.join(one, entry.name);
        const target = entry.kind === 'link' ? look.resolve(path) : path;
        const reason = findInEntry(entry, target, look);
        if (reason !== null) return reason;
        if (level < parts.length - 1 && entry.kind !== 'file' && target !== null) next.push(target);
      }
    }
    folders = next;
  }
  return null;
}

/** Why reading what lies below `root`, an absolute path, could show a secret; null when nothing there is one. */
export function findBelow(root: string, reach: Reach, look: Look, budget: WalkBudget): Sentence | null {
  if (look.isSecretPlace(root)) return say`It would read secrets below that folder`;
  const folders = [root];
  const seen = new Set(folders);
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = listWithin(folder, look, budget);
    if (entries === 'absent') continue;
    if (entries === null) return TOO_MUCH;
    for (const entry of entries) {
      const { name, kind } = entry;
      if (reach.passes(name, kind === 'folder') && (kind !== 'link' || reach.passes(name, true))) continue;
      if (name.includes('\uFFFD')) return say`A name there can't be read`;
      if (reach.splitsNames && TAKEN_APART.test(name)) return say`A name there would be split up, and its parts read`;
      if (kind === 'link' && !reach.followsLinks) continue;
      const path = posix.join(folder, name);
      const target = kind === 'link' ? look.resolve(path) : path;
      const reason = findInEntry(entry, target, look);
      if (reason !== null) return reason;
      if (target === null || kind === 'file' || NOBODYS_FOLDERS.includes(name) || seen.has(target)) continue;
      seen.add(target);
      folders.push(target);
    }
  }
  return null;
}
