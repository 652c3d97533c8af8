/** Places where Deskhand keeps data: only those it creates itself, whatever else is in the same folder. */
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Sentence, say } from '../../words/say.ts';
import { IS_PUBLISHED } from '../own-files.ts';

export interface OwnPlace {
  readonly path: string;
  /** Its content, in words for a person. */
  readonly what: Sentence;
}

const OF_THE_DATA: readonly (readonly [name: string, what: Sentence])[] = [
  ['recordings', say`recordings of runs, with pictures`],
  ['vault', say`your notes`],
  [join('skills', 'own'), say`your skills`],
  ['state', say`who was let in, settings, standing orders, what is under way`],
  ['inbox', say`files you sent`],
  ['plugins', say`skills that others wrote`],
  ['models', say`models of speech and recall`],
  ['packages', say`packages that were installed later`],
];

/** The existing ones. `settingsFile`: including tokens and keys written into it. */
export function findOwnPlaces(dataFolder: string, settingsFile: string): readonly OwnPlace[] {
  const places = [
    ...OF_THE_DATA.map(([name, what]) => ({ path: join(dataFolder, name), what })),
    { path: settingsFile, what: say`your settings` },
    // In a clone it is removed with the clone.
    ...(IS_PUBLISHED ? [{ path: cacheFolder(), what: say`compiled code` }] : []),
  ];
  return places.filter(({ path }) => existsSync(path) && !isBare(path));
}

/** A clone brings its folders with nothing but this in them. */
const KEEP = '.gitkeep';

function isBare(path: string): boolean {
  return lstatSync(path).isDirectory() && readdirSync(path).every((name) => name === KEEP);
}

/** Removes a place; where it is a link, the link alone. The folders of a clone stay, empty. */
export function removePlace({ path }: OwnPlace): void {
  const isFolder = lstatSync(path).isDirectory();
  if (!isFolder || !existsSync(join(path, KEEP))) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    return;
  }
  for (const name of readdirSync(path))
    if (name !== KEEP) rmSync(join(path, name), { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the data folder of an installed Deskhand, if nothing else is in it. */
export function removeIfEmpty(dataFolder: string): void {
  if (!IS_PUBLISHED) return;
  for (const folder of [join(dataFolder, 'skills'), dataFolder])
    try {
      rmdirSync(folder);
    } catch {
      // The folder contains something that is not Deskhand's.
    }
}

/** Same path as in the entry, which cannot import this file. */
function cacheFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Deskhand');
  const { XDG_CACHE_HOME: caches = '' } = process.env;
  return join(isAbsolute(caches) ? caches : join(homedir(), '.cache'), 'deskhand');
}
