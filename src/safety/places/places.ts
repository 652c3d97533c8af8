/** Classifies a path for Deskhand: its own state, a secret, something that runs by itself, part of the system, or plain. */
import { posix } from 'node:path';
import { type Sentence, say } from '../../words/say.ts';
import { findBelow, findExpanded, type ListFolder, type Look, type Reach, type WalkBudget } from './below.ts';
import { foldPath } from './fold-path.ts';
import { isSecretOfOldHome } from './old-homes.ts';
import { isSecretFileName } from './secret-names.ts';
import {
  HARMLESS_DEVICES,
  HARMLESS_HIDDEN,
  SCRATCH_FOLDERS,
  SECRET_FILE_NAMES,
  SECRETS_IN_HOME,
  SECRETS_OF_THE_SYSTEM,
  STARTUP_FILE_NAMES,
  STARTUP_IN_HOME,
  SYSTEM_FOLDERS,
} from './secret-places.ts';
import { canExpandTo, compileWildcards, hasWildcard, isAbove, isMeant, leadsTo, literalFolder } from './wildcards.ts';

export interface PlacesOptions {
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Deskhand's own folder: package.json, src, .env. */
  readonly root: string;
  /** Where state/, recordings/, skills/own/, vault/ and inbox/ live. */
  readonly dataDir: string;
  /** The path with links followed as far as it exists; null when unknown. Without this function only the spelling counts. */
  readonly resolvePath?: (path: string) => string | null;
  /** Whether the file there is part of Deskhand's own state under another name. Without this function only paths count. */
  readonly isOwnState?: (path: string) => boolean;
  /** Entries of a folder; without this function nothing below one is proven to be harmless. */
  readonly listFolder?: ListFolder;
}

/** The class of a place, for reading or writing; a `plain` one may be read freely. */
export interface Finding {
  readonly kind: 'plain' | 'secret' | 'hidden' | 'device' | 'own' | 'own-secret' | 'startup' | 'system' | 'unclear';
  /** Half a sentence: "it holds secrets". */
  readonly why: Sentence;
}

export interface Places {
  readonly home: string;
  /** Absolute, dots removed, links not followed; `~` is the home folder. */
  absolute(path: string, base: string): string;
  /** Target of an absolute path, links followed; null when unknown. */
  real(path: string): string | null;
  /** What reading this path means, from this folder. With `isGlob`, wildcards stand for any name they could match. */
  read(path: string, base: string, isGlob: boolean): Finding;
  /** Class of changing it. */
  write(path: string, base: string, isGlob: boolean): Finding;
  /** Why reading everything below this path could show a secret; null when nothing there is one, or the path does not exist. */
  findBelow(path: string, base: string, reach: Reach, budget: WalkBudget): Sentence | null;
  /** Why reading one of the files that wildcards stand for would show a secret; null when none would, or without `listFolder`. */
  findExpanded(path: string, base: string, budget: WalkBudget): Sentence | null;
}

const PLAIN: Finding = { kind: 'plain', why: say`an ordinary file` };
const SECRET: Finding = { kind: 'secret', why: say`secrets or private data are kept there` };
const HIDDEN: Finding = { kind: 'hidden', why: say`programs keep their settings, accounts and keys there` };
const DEVICE: Finding = { kind: 'device', why: say`it is a device, which may never end or show what others do` };
const OWN: Finding = { kind: 'own', why: say`it belongs to Deskhand itself` };
const OWN_SECRET: Finding = { kind: 'own-secret', why: say`Deskhand's own keys and state are kept there` };
const STARTUP: Finding = { kind: 'startup', why: say`what is written there runs by itself, or decides what runs` };
const SYSTEM: Finding = { kind: 'system', why: say`it belongs to the system` };
const UNCLEAR: Finding = { kind: 'unclear', why: say`I can't tell where this path leads` };

/** A home folder by its place, of any user. */
const ANY_HOME = /^(?:\/(?:volumes|mnt|media)(?:\/[^/]+){1,6})?\/(?:(?:home|users)\/[^/]+|(?:var\/)?root)(?=\/|$)/;

/** Rules about places, for one person's computer. */
export function createPlaces(options: PlacesOptions): Places {
  const home = trimSlash(options.home);
  const foldedHome = foldPath(home);
  const root = foldPath(trimSlash(options.root));
  const data = foldPath(trimSlash(options.dataDir));
  // The administrator's home is secret to everybody but the administrator.
  const secretSystem = SECRETS_OF_THE_SYSTEM.filter((place) => !isInside(foldedHome, place.replace('/**', '')));
  const rules = compileRules(secretSystem);
  const secretRoots = listSecretRoots(foldedHome, root, data, secretSystem);
  const homes = [foldedHome, '/home/*', '/users/*'].map((place) => place.split('/').filter((part) => part !== ''));

  function homeOf(folded: string): string | null {
    if (isInside(folded, foldedHome)) return foldedHome;
    return ANY_HOME.exec(folded)?.[0] ?? null;
  }

  function ownOf(folded: string): Finding | null {
    if (isInside(folded, `${data}/state`)) return OWN_SECRET;
    const isOurs = isInside(folded, root) || posix.dirname(folded) === data;
    if (isOurs && posix.basename(folded).startsWith('.env') && !folded.endsWith('.env.example')) return OWN_SECRET;
    return isInside(folded, `${data}/recordings`) ? OWN : null;
  }

  function readLiteral(folded: string): Finding {
    return isSecretFileName(posix.basename(folded)) && ownOf(folded) === null ? SECRET : readPlace(folded);
  }

  /** Classifies by the place, whatever the file's own name. */
  function readPlace(folded: string): Finding {
    const own = ownOf(folded);
    if (own !== null) return own;
    if (rules.secretSystem.test(folded)) return SECRET;
    if (folded.startsWith('/dev/')) return rules.harmlessDevice.test(folded) ? PLAIN : DEVICE;
    if (isSecretOfOldHome(folded)) return SECRET;
    const owner = homeOf(folded);
    if (owner === null) return PLAIN;
    const inside = below(owner, folded);
    if (rules.secretHome.test(inside)) return SECRET;
    return isHidden(inside) && !isForUse(folded, owner) ? HIDDEN : PLAIN;
  }

  /** `~/.*` and `~/Library`: each program has a place of its own there, and no list knows them all. */
  function isHidden(inside: string): boolean {
    if (!/^(?:\.|library(?:\/|$))/.test(inside)) return false;
    return !rules.harmlessHidden.test(inside) || /^library\/.*\/\./.test(inside);
  }

  /** Whether Deskhand's own folders lie in a hidden place, and this is a file there for the person. */
  function isForUse(folded: string, owner: string): boolean {
    return [root, data].some((own) => isInside(folded, own) && isInside(own, owner) && isHidden(below(owner, own)));
  }

  function readGlob(folded: string): Finding {
    const parts = folded.split('/').filter((part) => part !== '');
    const last = parts.at(-1) ?? '';
    if (SECRET_FILE_NAMES.some((name) => canExpandTo(last, name) && isMeant(last, name))) return SECRET;
    if (secretRoots.some((place) => leadsTo(parts, place))) return SECRET;
    return homes.some(
      (home) => home.every((name, at) => canExpandTo(parts[at] ?? '', name)) && isHiddenGlob(parts[home.length]),
    )
      ? HIDDEN
      : PLAIN;
  }

  /** Whether a wildcard may stand for a hidden name: it never matches a leading dot, but any other name. */
  function isHiddenGlob(part: string | undefined): boolean {
    if (part === undefined || !hasWildcard(part)) return part !== undefined && isHidden(part);
    return part.startsWith('.') || part.startsWith('[') || (isMeant(part, 'library') && canExpandTo(part, 'library'));
  }

  /** The real target: `..` goes up from where a link leads, so the path is not normalised first. */
  function follow(path: string, base: string): string | null {
    const joined = expand(path).startsWith('/') ? expand(path) : `${base}/${path}`;
    if (options.resolvePath === undefined) return posix.resolve('/', joined);
    try {
      return options.resolvePath(joined);
    } catch {
      return null;
    }
  }

  function expand(path: string): string {
    return path === '~' ? home : path.startsWith('~/') ? `${home}${path.slice(1)}` : path;
  }

  function absolute(path: string, base: string): string {
    return posix.resolve('/', base, expand(path));
  }

  /** The finding for the spelling, and for where links lead. */
  function findBoth(path: string, base: string, find: (folded: string) => Finding): Finding {
    if (path.includes('\0')) return UNCLEAR;
    const target = absolute(path, base);
    const spelled = find(foldPath(target));
    if (spelled.kind !== 'plain') return spelled;
    const real = follow(path, base);
    if (real === null) return UNCLEAR;
    const found = real === target ? spelled : find(foldPath(real));
    return found.kind === 'plain' && options.isOwnState?.(real) === true ? OWN_SECRET : found;
  }

  function isAboveSecrets(folded: string): boolean {
    const parts = folded.split('/').filter((part) => part !== '');
    return secretRoots.some((place) => isAbove(parts, place)) || ANY_HOME.exec(folded)?.[0] === folded;
  }

  function isHomeOrSecret(folded: string): boolean {
    return ANY_HOME.exec(folded)?.[0] === folded || readPlace(folded).kind !== 'plain';
  }

  function lookWith(list: ListFolder): Look {
    return {
      list,
      resolve: (link) => follow(link, '/'),
      isSecretName: (name) => isSecretFileName(foldPath(name)),
      canExpandTo: (pattern, name) => canExpandTo(foldPath(pattern), foldPath(name)),
      isSecretFolder: (folder) => isHomeOrSecret(foldPath(folder)),
      isOwnState: options.isOwnState ?? (() => false),
      isSecretPlace: (place) => holdsSecrets(place, '/'),
    };
  }

  function holdsSecrets(path: string, base: string): boolean {
    const spelled = foldPath(absolute(path, base));
    const real = follow(path, base);
    if (real === null || isAboveSecrets(spelled) || isAboveSecrets(foldPath(real))) return true;
    return readLiteral(spelled).kind !== 'plain' || readLiteral(foldPath(real)).kind !== 'plain';
  }

  return {
    home,
    absolute,
    real: (path) => follow(path, '/'),
    read: (path, base, isGlob) => {
      if (!isGlob || !hasWildcard(path)) return findBoth(path, base, readLiteral);
      const found = readGlob(foldPath(absolute(path, base)));
      return found.kind === 'plain' ? findBoth(literalFolder(path), base, readLiteral) : found;
    },
    write: (path, base, isGlob) => {
      const target = isGlob && hasWildcard(path) ? literalFolder(path) : path;
      const found = findBoth(target, base, (folded) => writeLiteral(folded, { root, data, homeOf, rules }));
      return found.kind !== 'plain' || target === path ? found : readGlob(foldPath(absolute(path, base)));
    },
    findBelow: (path, base, reach, budget) => {
      const { listFolder } = options;
      const root = absolute(path, base);
      // A command cannot run in a missing folder, so the assumed folder is not the real one.
      if (listFolder === undefined || (root === absolute('.', base) && listFolder(root, 0) === 'absent'))
        return say`I don't know what lies below that folder`;
      return findBelow(root, reach, lookWith(listFolder), budget);
    },
    findExpanded: (path, base, budget) => {
      const { listFolder } = options;
      if (listFolder === undefined || !hasWildcard(path)) return null;
      const parts = path.split('/').filter((part) => part !== '' && part !== '.');
      const named = parts.slice(parts.findIndex(hasWildcard));
      if (named.includes('..')) return say`I can't tell where these wildcards lead`;
      return findExpanded(absolute(literalFolder(path), base), named, lookWith(listFolder), budget);
    },
  };
}

interface WriteRules {
  readonly root: string;
  readonly data: string;
  readonly homeOf: (folded: string) => string | null;
  readonly rules: ReturnType<typeof compileRules>;
}

function writeLiteral(folded: string, { root, data, homeOf, rules }: WriteRules): Finding {
  if (isInside(folded, root) || isInside(folded, data)) {
    const isNote = isInside(folded, `${data}/vault`) && !rules.coreNote.test(below(`${data}/vault`, folded));
    return isNote || isInside(folded, `${data}/inbox`) ? PLAIN : OWN_SECRET;
  }
  if (root.startsWith(`${folded}/`) || data.startsWith(`${folded}/`)) return OWN;
  const owner = homeOf(folded);
  if (owner !== null) {
    const inside = below(owner, folded);
    if (inside === '' || inside.startsWith('.') || rules.startupHome.test(inside)) return STARTUP;
    if (
      rules.startupName.test(posix.basename(folded)) ||
      /(?:^|\/)\.(?:git|hg|svn|vscode|idea|github|husky)\//.test(inside)
    )
      return STARTUP;
    return rules.secretHome.test(inside) || isSecretFileName(posix.basename(folded)) ? SECRET : PLAIN;
  }
  if (SCRATCH_FOLDERS.some((folder) => isInside(folded, folder))) return PLAIN;
  const top = folded.split('/')[1] ?? '';
  if (folded === '/' || SYSTEM_FOLDERS.includes(top) || folded === '/home' || folded === '/users') return SYSTEM;
  return isSecretFileName(posix.basename(folded)) ? SECRET : PLAIN;
}

function compileRules(secretSystem: readonly string[]) {
  return {
    secretHome: compileWildcards(SECRETS_IN_HOME),
    secretSystem: compileWildcards(secretSystem),
    harmlessHidden: compileWildcards(HARMLESS_HIDDEN),
    harmlessDevice: compileWildcards(HARMLESS_DEVICES),
    startupHome: compileWildcards(STARTUP_IN_HOME),
    startupName: compileWildcards(STARTUP_FILE_NAMES),
    coreNote: compileWildcards(['identity/**', 'current status.md', 'active tasks.md']),
  };
}

/** All secret places as absolute patterns, for wildcards and for folders that contain one. */
function listSecretRoots(home: string, root: string, data: string, system: readonly string[]): readonly string[] {
  const homes = [home, '/home/*', '/users/*'];
  return [
    `${root}/.env*`,
    `${data}/.env*`,
    `${data}/state/**`,
    `${data}/recordings/**`,
    ...system,
    ...homes.flatMap((place) => SECRETS_IN_HOME.map((secret) => `${place}/${secret}`)),
  ];
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function below(folder: string, path: string): string {
  return path.slice(folder === '/' ? 1 : folder.length + 1);
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
