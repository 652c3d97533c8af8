/** Folders that a person lets commands change: copied before one runs, and taken over from the copy when it has ended. */
import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxAccess } from '../../src/ports/machine.ts';
import type { Places } from '../../src/safety/places/places.ts';
import { isSteering } from '../../src/safety/places/steering-names.ts';
import type { NoteLine } from '../../src/words/printed.ts';
import { say, type Text } from '../../src/words/say.ts';
import { isInside } from './paths.ts';
import type { Told } from './sandbox-told.ts';
import { isAlwaysThere, mayShow, type View } from './sandbox-view.ts';
import { removeTree } from './scratch.ts';
import { type Changes, findChanges, makeWorkCopy, putInPlace, type WorkCopy } from './work-copy.ts';

const MAX_NAMED = 6;
const MAX_DENIED = 4;

/**
 * Copies the wanted folders of the person's work into `scratch`; one inside another is copied with it. A folder that is too large can only
 * be read.
 */
export async function copyFolders(
  wanted: readonly string[],
  scratch: string,
  { covered }: View,
  { home, places }: { readonly home: string; readonly places: Places },
): Promise<readonly WorkCopy[]> {
  const real = await Promise.all(wanted.map((path) => realpath(path).catch(() => null)));
  const folders = [...new Set(real.filter((path) => path !== null))].filter(
    (path) => mayShow(path, home, places) && !covered.some((cover) => isInside(path, cover.path)),
  );
  const outer = folders.filter((path) => !folders.some((other) => other !== path && isInside(path, other)));
  // Files that appeared after the view was made are judged as they are now.
  const isLeftOut = (path: string): boolean =>
    covered.some((cover) => isInside(path, cover.path)) || !mayShow(path, home, places);
  const copies = await Promise.all(
    outer.map(async (folder) => {
      const isFolder = await stat(folder).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      if (!isFolder || isAlwaysThere(folder) || places.write(folder, '/', false).kind !== 'plain') return null;
      const copy = await mkdtemp(join(scratch, '.work-'));
      const made = await makeWorkCopy(folder, copy, isLeftOut);
      if (made === null) removeTree(copy);
      return made;
    }),
  );
  return copies.filter((copy) => copy !== null);
}

/** Where a command starts that works in a copy; undefined for one that starts elsewhere. */
export function findInCopy(
  cwd: string,
  copies: readonly WorkCopy[],
): { readonly inside: string; readonly outside: string } | undefined {
  const found = copies.find(({ folder }) => isInside(cwd, folder));
  return found === undefined ? undefined : { inside: found.copy + cwd.slice(found.folder.length), outside: cwd };
}

export interface TakeOverRequest {
  readonly exitCode: number | null;
  readonly grants: readonly SandboxAccess[];
  readonly places: Places;
  readonly home: string;
}

/**
 * Puts what the command wrote in place, unless it lacked something and will be run again, or was ended from outside. Files that decide what
 * runs become wishes, which a person may be asked about.
 */
export async function takeOver(
  copies: readonly WorkCopy[],
  told: Told,
  { exitCode, grants, places, home }: TakeOverRequest,
): Promise<Told> {
  if (copies.length === 0) return told;
  const granted = new Set(grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : [])));
  // A name must stay on one line and show all of its characters.
  const nameOf = (path: string): string =>
    (isInside(path, home) ? `~${path.slice(home.length)}` : path).replaceAll(/\p{C}/gu, '?');
  const list = (paths: readonly string[]): Text => {
    const named = paths.slice(0, MAX_NAMED).map(nameOf).join(', ');
    return paths.length > MAX_NAMED ? say`${named}, ${paths.length - MAX_NAMED} more` : named;
  };
  try {
    const found = await Promise.all(
      copies.map(async (copy) => {
        const mayWrite = (path: string): boolean =>
          granted.has(path) ||
          (!isSteering(path.slice(copy.folder.length + 1)) && places.write(path, '/', false).kind === 'plain');
        return { copy, ...(await findChanges(copy, mayWrite)) };
      }),
    );
    const pathsOf = (of: keyof Changes): readonly string[] =>
      found.flatMap((one) => one[of].map((name) => join(one.copy.folder, name)));
    const keptBack = pathsOf('keptBack');
    const denied: readonly SandboxAccess[] = keptBack
      .filter((path) => mayShow(path, home, places) && places.write(path, '/', false).kind === 'plain')
      .slice(0, MAX_DENIED)
      .map((path) => ({ kind: 'write', path }));
    const all = [...told.denied, ...denied];
    const mayPut = all.length === 0 && exitCode !== null;
    const put: string[] = [];
    if (mayPut)
      for (const { copy, written } of found)
        put.push(...(await putInPlace(copy, written)).map((name) => join(copy.folder, name)));
    const written = pathsOf('written');
    const left = [...written.filter((path) => !put.includes(path)), ...keptBack, ...pathsOf('closed')];
    const deleted = pathsOf('deleted');
    const notes: NoteLine = [
      ...told.notes,
      ...(put.length > 0 ? [{ text: say`changed: ${list(put)}` }] : []),
      ...(left.length > 0 ? [{ text: say`not kept: ${list(left)}` }] : []),
      ...(deleted.length > 0 ? [{ text: say`deleted there and still here: ${list(deleted)}` }] : []),
    ];
    return { denied: all, notes, changed: put };
  } finally {
    for (const { copy } of copies) removeTree(copy);
  }
}
