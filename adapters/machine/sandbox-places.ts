/** What a shell command is kept from on this computer right now, and what one that was approved may have of it all the same. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import type { ShellRequest } from '../../src/ports/machine.ts';
import { SECRETS_IN_HOME } from '../../src/safety/places/secret-places.ts';
import { compileWildcards } from '../../src/safety/places/wildcards.ts';
import { NEEDED_IN_HOME, OUTSIDE, SHOWN_IN_HOME } from './sandbox-rules.ts';

export interface SandboxPlace {
  /** Absolute, links followed. */
  readonly path: string;
  readonly isFolder: boolean;
  /** `hidden`: as if it were empty; `kept`: not to be changed; `open`: as ever, inside something that is kept. */
  readonly rule: 'hidden' | 'kept' | 'open';
}

export interface SandboxFolders {
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Deskhand's own folder: package.json, src, skills, .env. */
  readonly root: string;
  /** Where state/, recordings/, skills/own/, vault/ and inbox/ live. */
  readonly dataDir: string;
}

/** The places; null: the command runs outside, because it was approved and cannot work inside. Outer places come before inner ones. */
export async function findPlaces(
  folders: SandboxFolders,
  request: Pick<ShellRequest, 'command' | 'cwd' | 'isApproved'>,
): Promise<readonly SandboxPlace[] | null> {
  const words = wordsOf(request);
  if (words.some((word) => OUTSIDE.includes(word))) return null;
  const needed = words.flatMap((word) => NEEDED_IN_HOME[word] ?? []);
  const secret = SECRETS_IN_HOME.filter((place) => !SHOWN_IN_HOME.includes(place) && !needed.includes(place));
  const found = [...(await ownPlaces(folders)), ...(await expand(folders.home, secret))];
  const kept = request.isApproved === true ? found.filter((place) => !isNamed(place, request, folders.home)) : found;
  return kept.toSorted((one, other) => one.path.length - other.path.length);
}

/** The words of an approved command; others open nothing. */
function wordsOf({ command, isApproved }: Pick<ShellRequest, 'command' | 'isApproved'>): readonly string[] {
  return isApproved === true ? (command.match(/[\w.+-]+/g) ?? []) : [];
}

/** The person saw the command: what it names by its path, or where it is run, it may have. */
function isNamed(
  { path, rule }: SandboxPlace,
  { command, cwd }: Pick<ShellRequest, 'command' | 'cwd'>,
  home: string,
): boolean {
  if (rule === 'open') return false;
  if (isInside(cwd, path)) return true;
  const names = (spelling: string, before: string): boolean =>
    new RegExp(`(?:^|[\\s'"=:(<>|;&,\`]${before})${escapeLiteral(spelling)}(?=$|[/\\s'":)|;&<>,\`])`, 'i').test(
      command,
    );
  return (
    names(path, '') ||
    (isInside(path, home) && names(relative(home, path), '|~/|\\$HOME/|\\$\\{HOME\\}/')) ||
    (isInside(path, cwd) && names(relative(cwd, path), '|\\./'))
  );
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

async function ownPlaces({ home, root, dataDir }: SandboxFolders): Promise<readonly SandboxPlace[]> {
  const data = (name: string): string => join(dataDir, name);
  // A data folder that is the home folder, or above it, cannot be kept as a whole.
  const parts = isInside(home, dataDir) ? [data('recordings'), data('skills')] : [dataDir];
  const envFiles = (
    await Promise.all(
      [...new Set([root, dataDir])].map(async (folder) =>
        (
          await list(folder)
        )
          .filter((name) => name.startsWith('.env') && name !== '.env.example')
          .map((name) => join(folder, name)),
      ),
    )
  ).flat();
  const wanted: readonly (readonly [string, SandboxPlace['rule']])[] = [
    ...[root, ...parts].map((path) => [path, 'kept'] as const),
    ...[data('vault'), data('inbox')].map((path) => [path, 'open'] as const),
    ...[data('state'), ...envFiles].map((path) => [path, 'hidden'] as const),
  ];
  const places = await Promise.all(wanted.map(([path, rule]) => look(path, rule)));
  return places.filter((place) => place !== null);
}

/** Patterns are in small letters; names on the disk are matched whatever their case. */
async function expand(home: string, patterns: readonly string[]): Promise<readonly SandboxPlace[]> {
  const listed = new Map<string, Promise<readonly string[]>>();
  const names = (folder: string): Promise<readonly string[]> => {
    const known = listed.get(folder) ?? list(folder);
    listed.set(folder, known);
    return known;
  };
  const follow = async (folder: string, parts: readonly string[]): Promise<readonly string[]> => {
    const [part, ...rest] = parts;
    if (part === undefined || part === '**') return [folder];
    const matcher = compileWildcards([part]);
    const matching = (await names(folder)).filter((name) => matcher.test(name.toLowerCase()));
    return (await Promise.all(matching.map((name) => follow(join(folder, name), rest)))).flat();
  };
  const paths = (await Promise.all(patterns.map((pattern) => follow(home, pattern.split('/'))))).flat();
  const places = await Promise.all([...new Set(paths)].map((path) => look(path, 'hidden')));
  return places.filter((place) => place !== null);
}

/** Null when it is not there, or is neither file nor folder. */
async function look(path: string, rule: SandboxPlace['rule']): Promise<SandboxPlace | null> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    return stats.isFile() || stats.isDirectory() ? { path: real, isFolder: stats.isDirectory(), rule } : null;
  } catch {
    return null;
  }
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && basename(way) !== '' && !way.startsWith('..'));
}
