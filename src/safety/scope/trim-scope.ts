/** Cuts a proposed scope down to what the person's own words name or what follows from them. */
import { posix } from 'node:path';
import { isSameName } from '../apps/same-app.ts';
import { bareHost, isOfSite } from '../places/same-site.ts';
import { SYSTEM_FOLDERS } from '../places/secret-places.ts';
import { SCOPE_KINDS, type Scope } from '../scope.ts';
import { appsFor, findTargets, hostsOf } from './named-targets.ts';
import { ownWords } from './own-words.ts';

/** null: none of it is named, or no kind is left. */
export function trimScope(proposed: Scope, goal: string, home: string): Scope | null {
  const words = ownWords(goal);
  const targets = findTargets(words, home);
  const opened = targets.files.flatMap(appsFor);
  const apps = proposed.apps.filter(
    (app) => isSaid(app, words) || [...targets.apps, ...opened].some((named) => isSameName(app, named)),
  );
  const hosts = targets.sites.flatMap(hostsOf);
  const sites = proposed.sites.map(bareHost).filter((site) => hosts.some((host) => isOfSite(site, host)));
  const named = [...targets.folders, ...targets.files.filter((file) => /^[~/]/.test(file))].map((path) =>
    absolute(path, home),
  );
  const folders = proposed.folders
    .map((folder) => absolute(folder, home))
    .filter((folder) => named.includes(folder) && isOrdinary(folder, home));
  const hasWindow = apps.length + sites.length > 0;
  const kinds = SCOPE_KINDS.filter(
    (kind) => proposed.kinds.includes(kind) && (kind !== 'edit' || hasWindow) && (kind !== 'run' || folders.length > 0),
  );
  if (kinds.length === 0 || (!hasWindow && folders.length === 0)) return null;
  return { apps: unique(apps, isSameName), sites: [...new Set(sites)], folders: [...new Set(folders)], kinds };
}

/** Whether the whole name occurs as separate words. */
function isSaid(app: string, words: string): boolean {
  const name = app.trim();
  if (name.length < 2 || !/\p{L}/u.test(name)) return false;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(words);
}

/** With `~` as the home folder. */
export function absolute(path: string, home: string): string {
  return posix.resolve('/', home, path === '~' || path.startsWith('~/') ? `.${path.slice(1)}` : path);
}

/** Below the home folder or on a drive, and no part of it hidden. */
export function isOrdinary(folder: string, home: string): boolean {
  const isAboveHome = folder === '/' || `${home}/`.startsWith(`${folder}/`);
  const isSystem = SYSTEM_FOLDERS.includes(folder.split('/')[1]?.toLowerCase() ?? '') && !folder.startsWith(`${home}/`);
  return !isAboveHome && !isSystem && !/\/\./.test(folder);
}

function unique(names: readonly string[], isSame: (one: string, other: string) => boolean): readonly string[] {
  return names.filter((name, at) => !names.slice(0, at).some((earlier) => isSame(earlier, name)));
}
