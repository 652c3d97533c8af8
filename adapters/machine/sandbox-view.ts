/** What of the disk the confined place shows, beside the system's programs: whole folders, less what is looked away from in them. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Places } from '../../src/safety/places/places.ts';
import { say, type Text } from '../../src/words/say.ts';
import { isInside } from './paths.ts';
import { NOBODYS_FOLDERS, SHOWN_HIDDEN_NAMES } from './sandbox-rules.ts';

export type CoverReason =
  /** The name starts with a dot. */
  | 'hidden'
  /** By name or place it holds secrets, or it is Deskhand's own. */
  | 'secret'
  /** A socket, a pipe or a device, which would lead out of the place. */
  | 'special'
  /** Another drive is mounted there. */
  | 'mount'
  /** There is too much to look through; what was not looked at is not shown. */
  | 'unseen';

export interface Cover {
  /** Absolute, links followed. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly reason: CoverReason;
}

export interface Shown {
  /** Absolute, links followed. */
  readonly path: string;
  readonly isFolder: boolean;
}

export interface View {
  readonly shown: readonly Shown[];
  /** Folders that are made anew and empty, to show only some entries in them: those of a folder with hidden names that are not hidden. */
  readonly made: readonly string[];
  /** Links that are made again in such folders; whether their target is shown decides what they show. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly covered: readonly Cover[];
  /** Paths that were asked for and are not shown, since they are private or would show too much. */
  readonly withheld: readonly string[];
}

export interface ViewRequest {
  /** Absolute; the first ones are looked through first. */
  readonly wanted: readonly string[];
  readonly home: string;
  readonly places: Places;
  /** Of those, what may be written to: bound as it is. */
  readonly writable: readonly string[];
}

/** Folders looked into for one command: some twenty milliseconds. */
const MAX_FOLDERS = 400;
/** Each is a mount of its own. */
const MAX_COVERS = 250;
const AT_ONCE = 64;
/** A folder with more than these is shown as it is, with what is hidden in it covered. */
const MAX_CHILDREN = 150;

/** Folders that every place has: its own, or those of the system's programs. */
const ALWAYS_THERE = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/proc', '/dev', '/System'];

/** Whether a path is in the place anyway. */
export function isAlwaysThere(path: string): boolean {
  return !isInside(path, '/usr/local/etc') && ALWAYS_THERE.some((folder) => isInside(path, folder));
}

/** Above everything, or made by the system as it runs: never shown from outside. */
const NEVER_SHOWN = ['/proc', '/dev', '/run', '/var/run', '/boot', '/lost+found'];
const TOO_WIDE = ['/', '/home', '/Users', '/private', '/Volumes', '/tmp', '/private/tmp'];

/** Whether a folder is never shown as a whole; only single entries of it are shown. */
export function isTooWide(folder: string): boolean {
  return TOO_WIDE.includes(folder);
}

export async function findView({ wanted, home, places, writable }: ViewRequest): Promise<View> {
  const looked = await Promise.all(wanted.map((path) => look(path, home, places)));
  const roots = [
    ...new Map(looked.flatMap((one) => (typeof one === 'string' ? [] : [[one.path, one] as const]))).values(),
  ];
  const folders = roots.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const found = await lookThrough(folders, home, places);
  const covered = joinCovers([...found.covered, ...(await findMounts(folders))], folders);
  const withheld = wanted.filter((_, at) => looked[at] === 'withheld');
  const parted = await Promise.all(
    roots.map(async (root) => (writable.includes(root.path) ? null : await takeApart(root, found.inside, covered))),
  );
  return {
    shown: [...parted.flatMap((one) => one?.shown ?? []), ...roots.filter((_, at) => parted[at] === null)],
    made: roots.flatMap(({ path }, at) => (parted[at] === null ? [] : [path])),
    links: parted.flatMap((one) => one?.links ?? []),
    covered,
    withheld,
  };
}

/** The entries of a folder that are not covered; null when the folder is shown as it is. */
async function takeApart(
  { path, isFolder }: Shown,
  inside: ReadonlyMap<string, readonly Dirent[]>,
  covered: readonly Cover[],
): Promise<Pick<View, 'shown' | 'links'> | null> {
  const entries = inside.get(path) ?? [];
  const away = new Set(covered.map((cover) => cover.path));
  const rest = entries.map((entry) => ({ entry, path: join(path, entry.name) })).filter((one) => !away.has(one.path));
  if (!isFolder || away.has(path) || rest.length === entries.length || rest.length > MAX_CHILDREN) return null;
  const links = await Promise.all(
    rest.map(async (one) => {
      const target = one.entry.isSymbolicLink() ? await readlink(one.path).catch(() => null) : null;
      return target === null ? [] : [{ path: one.path, target }];
    }),
  );
  const shown = rest.flatMap((one) =>
    one.entry.isSymbolicLink() ? [] : [{ path: one.path, isFolder: one.entry.isDirectory() }],
  );
  return { shown, links: links.flat() };
}

async function look(path: string, home: string, places: Places): Promise<Shown | 'absent' | 'withheld'> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    const isShowable = (stats.isDirectory() || stats.isFile()) && mayShow(real, home, places);
    return isShowable ? { path: real, isFolder: stats.isDirectory() } : 'withheld';
  } catch {
    return 'absent';
  }
}

export function mayShow(path: string, home: string, places: Places): boolean {
  if (NEVER_SHOWN.some((folder) => isInside(path, folder)) || TOO_WIDE.includes(path)) return false;
  if (path !== home && isInside(home, path)) return false;
  if (isInside(path, home)) {
    const parts = path.slice(home.length + 1).split('/');
    if (parts.some((part, depth) => isHidden(part, depth === 0))) return false;
    if (parts[0] === 'Library' && parts[1] !== 'Mobile Documents') return false;
  } else if (path.split('/').some((part) => isHidden(part, false))) return false;
  return places.read(path, '/', false).kind === 'plain';
}

/** Directly in the home folder every hidden name is; elsewhere those that projects are made of are not. */
function isHidden(name: string, isInHome: boolean): boolean {
  return name.startsWith('.') && name !== '.' && (isInHome || !SHOWN_HIDDEN_NAMES.test(name));
}

interface Found {
  readonly covered: readonly Cover[];
  /** The entries of each folder that was looked into. */
  readonly inside: ReadonlyMap<string, readonly Dirent[]>;
}

async function lookThrough(roots: readonly string[], home: string, places: Places): Promise<Found> {
  const covered: Cover[] = [];
  const inside = new Map<string, readonly Dirent[]>();
  const seen = new Set<string>(roots);
  let level: readonly string[] = roots;
  let left = MAX_FOLDERS;
  while (level.length > 0) {
    const now = level.slice(0, left);
    left -= now.length;
    for (const path of level.slice(now.length)) covered.push({ path, isFolder: true, reason: 'unseen' });
    const next: string[] = [];
    for (let at = 0; at < now.length; at += AT_ONCE) {
      const lists = await Promise.all(now.slice(at, at + AT_ONCE).map((folder) => list(folder)));
      for (const [index, entries] of lists.entries()) {
        const folder = now[at + index] ?? '';
        inside.set(folder, entries);
        for (const entry of entries) {
          const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`;
          // A link is skipped: it shows only what is shown at its target.
          if (entry.isSymbolicLink() || seen.has(path)) continue;
          const isFolder = entry.isDirectory();
          const reason = judgeEntry(path, entry.name, isFolder || entry.isFile(), folder === home, places);
          if (reason !== null) covered.push({ path, isFolder, reason });
          else if (path === join(home, 'Library')) next.push(join(path, 'Mobile Documents'));
          else if (isFolder && !NOBODYS_FOLDERS.includes(entry.name)) next.push(path);
          seen.add(path);
        }
      }
    }
    level = next;
  }
  return { covered, inside };
}

function judgeEntry(
  path: string,
  name: string,
  isOrdinary: boolean,
  isInHome: boolean,
  places: Places,
): CoverReason | null {
  if (isHidden(name, isInHome)) return 'hidden';
  if (isInHome && name === 'Library') return 'hidden';
  if (!isOrdinary) return 'special';
  return places.read(path, '/', false).kind === 'plain' ? null : 'secret';
}

async function list(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** Drives, snapshots and the like that are mounted below what is shown. proc(5): the fifth field, blanks and the like in octal. */
async function findMounts(folders: readonly string[]): Promise<readonly Cover[]> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const mounts = table.split('\n').flatMap((line) => {
    const at = line.split(' ')[4];
    return at === undefined
      ? []
      : [at.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))];
  });
  const below = mounts.filter((mount) => folders.some((folder) => mount !== folder && isInside(mount, folder)));
  const known = await Promise.all(below.map((path) => stat(path).catch(() => null)));
  return below.flatMap((path, at) => {
    const stats = known[at] ?? null;
    return stats === null ? [] : [{ path, isFolder: stats.isDirectory(), reason: 'mount' as const }];
  });
}

/** Joins covers until there are few enough: the folder with the most covered entries is covered itself. */
function joinCovers(covered: readonly Cover[], roots: readonly string[]): readonly Cover[] {
  let covers = [...new Map(covered.map((cover) => [cover.path, cover])).values()];
  while (covers.length > MAX_COVERS) {
    const count = new Map<string, number>();
    for (const { path } of covers) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
    const [fullest] = [...count].toSorted(([one, many], [other, more]) => more - many || one.length - other.length);
    if (fullest === undefined) break;
    const [path] = fullest;
    covers = [...covers.filter((cover) => !isInside(cover.path, path)), { path, isFolder: true, reason: 'unseen' }];
    if (roots.includes(path) && covers.length > MAX_COVERS) break;
  }
  return covers;
}

/** Names the covered entries for a sentence, those highest up first. */
export function nameCovers(covered: readonly Cover[], home: string): Text {
  const names = covered.map(({ path }) => (isInside(path, home) ? `~/${path.slice(home.length + 1)}` : path));
  const first = names.toSorted((one, other) => one.split('/').length - other.split('/').length).slice(0, 3);
  const more = names.length - first.length;
  return more > 0 ? say`${first.join(', ')} and ${more} more` : first.join(', ');
}
