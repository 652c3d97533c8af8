/** What the walls of the confined place stopped, told from what a command printed and from what is on the disk: a card, or a word in the result. */
import { lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { SandboxAccess, ShellRequest } from '../../src/ports/machine.ts';
import type { Places } from '../../src/safety/places/places.ts';
import type { NoteLine } from '../../src/words/printed.ts';
import { say, type Text } from '../../src/words/say.ts';
import { isInside } from './paths.ts';
import { type Cover, isAlwaysThere, isTooWide, mayShow, nameCovers, type View } from './sandbox-view.ts';

export interface ToldRequest {
  readonly output: string;
  readonly command: string;
  readonly exitCode: number | null;
  readonly cwd: string;
  readonly home: string;
  readonly scratch: string;
  readonly view: View;
  readonly grants: readonly SandboxAccess[];
  readonly places: Places;
  readonly isProven: boolean;
  /** New in the scratch folder, absolute. */
  readonly newFiles: readonly string[];
}

export interface Told {
  readonly denied: readonly SandboxAccess[];
  /** One line for the model; '' when there is nothing that it could take for a fact and that is none. */
  readonly notes: NoteLine;
  /** The person's files that the command changed, absolute. */
  readonly changed: readonly string[];
}

const NO_NETWORK =
  /network is (?:unreachable|down)|could not resolve|couldn't resolve|unable to resolve|name or service not known|name resolution|nodename nor servname|no address associated|getaddrinfo|\b(?:ENETUNREACH|EAI_AGAIN|ENOTFOUND)\b|no route to host|can't connect to|failed to connect|unknown host|dial tcp|no such host|NameResolutionError|network access|are you connected/i;
const READ_ONLY =
  /read-only file system|\bEROFS\b|\b(?:errno|os error) 30\b|is not writable|not writeable|readonly database/i;
const NOT_PERMITTED = /operation not permitted|\bEPERM\b/i;
/** A database was not opened: it could not be made, or was not shown. */
const NOT_OPENED = /unable to open database/i;
/** Signs that a socket was missing, by which programs reach the screen and other programs. */
const NO_SOCKETS =
  /(?:open|connect to|find) (?:the )?(?:X )?display|\$DISPLAY|wayland|d-?bus|session bus|socket: permission denied|authentication agent|\.sock\b/i;
const NOT_FOUND =
  /no such file|not found|ENOENT|permission denied|EACCES|cannot access|can't open|cannot open|could not open|unable to open|does not exist|doesn't exist|not a directory|operation not permitted/i;
const MAX_LINES = 200;
const MAX_PATHS = 60;
const MAX_NAMED = 4;
/** Programs that report on the whole machine, but here see only the place. */
const MACHINE_READERS =
  /(?:^|[|;&(]\s*)(?:ps|top|htop|pgrep|pidof|pstree|ss|netstat|lsof|df|lsblk|findmnt|mount|who|w|last|vm_stat|ifconfig|ip|nmcli)(?=\s|$|[|;&)])|\/proc\/\d/;
const LISTS_FOLDERS = /\b(?:ls|find|fd|fdfind|tree|du|grep|rg|ag|wc|stat|locate|diff|tar|zip|xargs|for|while)\b|[*?]/;

export async function tellPlace(request: ToldRequest): Promise<Told> {
  const { output, command, exitCode, home, view, grants, newFiles, isProven } = request;
  const lines = output
    .split('\n')
    .slice(0, MAX_LINES / 2)
    .concat(
      output
        .split('\n')
        .slice(MAX_LINES / 2)
        .slice(-MAX_LINES / 2),
    );
  const denied: SandboxAccess[] = [];
  const hidden = new Set<string>();
  const refused = new Set<string>();
  if (!has(grants, 'network') && lines.some((line) => NO_NETWORK.test(line))) denied.push({ kind: 'network' });
  let paths = 0;
  for (const line of lines) {
    const opens = NOT_OPENED.test(line);
    const writes = opens || READ_ONLY.test(line) || NOT_PERMITTED.test(line);
    if (!writes && !NOT_FOUND.test(line)) continue;
    const named = pathsIn(line, request);
    // Without a named path the error is about something in the command's own folder.
    const meant = (opens || READ_ONLY.test(line)) && named.length === 0 && request.cwd !== home ? [request.cwd] : named;
    for (const path of meant) {
      paths += 1;
      if (paths > MAX_PATHS) break;
      const isKept = named.length > 0 && (await isKeptBack(path, request));
      const found = writes && !(opens && isKept) ? await findWrite(path, request) : null;
      if (found !== null) {
        if (found.mayAsk) denied.push({ kind: 'write', path: found.path });
        else refused.add(found.path);
      } else if (isKept) {
        if (mayShow(path, home, request.places) && !isCovered(path, view.covered)) denied.push({ kind: 'read', path });
        else hidden.add(path);
      }
    }
  }
  const nameOf = (path: string): string => (isInside(path, home) ? `~${path.slice(home.length)}` : path);
  const some = (all: Iterable<string>): string => [...all].slice(0, MAX_NAMED).map(nameOf).join(', ');
  const unique = [...new Map(denied.map((access) => [JSON.stringify(access), access])).values()].slice(0, MAX_NAMED);
  const tree =
    LISTS_FOLDERS.test(command) || (exitCode !== 0 && !isProven)
      ? view.covered
      : view.covered.filter(isNamedIn(command));
  const stopped: readonly Text[] = [
    ...(unique.some(({ kind }) => kind === 'network') ? [say`it wanted the network, and there is none`] : []),
    ...unique.flatMap((access) => (access.kind === 'write' ? [say`it could not write ${nameOf(access.path)}`] : [])),
    ...(refused.size > 0 ? [say`it could not write ${some(refused)}`] : []),
    ...unique.flatMap((access) => (access.kind === 'read' ? [say`${nameOf(access.path)} was not shown to it`] : [])),
    ...(hidden.size > 0 ? [say`${some(hidden)} was hidden`] : []),
    ...(view.withheld.length > 0 ? [say`${some(view.withheld)} was not shown to it`] : []),
  ];
  const notes: NoteLine = [
    ...stopped.map((text) => ({ text, isObstacle: true })),
    // What is never shown to a command; a person who asked for something else need not know.
    ...(tree.length > 0 ? [{ text: say`left out: ${nameCovers(tree, home)}`, isForModel: true }] : []),
    ...(MACHINE_READERS.test(command)
      ? [
          { text: say`other processes, drives and connections are not shown here` },
          { text: 'run ps, top, ss or df alone for those', isForModel: true },
        ]
      : []),
    ...(lines.some((line) => NO_SOCKETS.test(line))
      ? [
          {
            text: say`the display, the session bus and other programs’ sockets are out of reach here`,
            isObstacle: exitCode !== 0,
          },
        ]
      : []),
    // They lie in a folder that goes with the run.
    ...(newFiles.length > 0 ? [{ text: say`new files: ${newFiles.slice(0, 20).join(', ')}` }] : []),
  ];
  return { denied: unique, notes, changed: [] };
}

function has(grants: readonly SandboxAccess[], kind: SandboxAccess['kind']): boolean {
  return grants.some((grant) => grant.kind === kind);
}

/** Paths in an error line: quoted ones, what stands before the colon of the message, and words that name an existing file. */
function pathsIn(line: string, { cwd, home }: ToldRequest): readonly string[] {
  const short = line.slice(0, 1000);
  const quoted = [...short.matchAll(/['‘"“`]([^'’"”`]{1,300})['’"”`]/g)].map(([, path]) => path ?? '');
  // The reporting program stands first and is cut off.
  const words = short
    .replace(/^\/\S+:(?=\s)/, '')
    .split(/\s/)
    .map((word) => word.replace(/^[('"‘“`]+|[)'"’”`,.:;]+$/g, ''));
  const before =
    /(?:^|\s)([^\s:]+):\s+(?:read-only|no such|permission|not a dir|operation not)/i.exec(short)?.[1] ?? '';
  const candidates = quoted.length > 0 ? quoted : [before, ...words.filter((word) => word.includes('/'))];
  const absolute = candidates
    .filter((path) => path !== '' && !path.includes('\0') && !path.includes('://'))
    .map((path) => resolve(cwd, path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path));
  return [...new Set(absolute)].filter((path) => path !== '/');
}

/**
 * Where a write was to go: an existing file itself, or the folder of a new one where that may be shown; null when the path cannot be meant.
 */
async function findWrite(
  path: string,
  { home, scratch, places }: ToldRequest,
): Promise<{ readonly path: string; readonly mayAsk: boolean } | null> {
  if (isInside(path, scratch)) return null;
  const there = await lstat(path).catch(() => null);
  const folder = there === null ? await lstat(dirname(path)).catch(() => null) : null;
  if (there === null && folder?.isDirectory() !== true) return null;
  const isAlone = there !== null || dirname(path) === home || isTooWide(dirname(path));
  const target = isAlone ? path : dirname(path);
  const isOpen = places.write(path, '/', false).kind === 'plain' && places.write(target, '/', false).kind === 'plain';
  return { path: target, mayAsk: isOpen && mayShow(target, home, places) };
}

/** Whether the path exists on the disk and was not visible in the place. */
async function isKeptBack(path: string, { view, scratch }: ToldRequest): Promise<boolean> {
  if (isInside(path, scratch) || isAlwaysThere(path)) return false;
  const isShown = view.shown.some((shown) => isInside(path, shown.path));
  if (isShown && !isCovered(path, view.covered)) return false;
  return (await lstat(path).catch(() => null)) !== null;
}

function isCovered(path: string, covered: readonly Cover[]): boolean {
  return covered.some((cover) => isInside(path, cover.path));
}

/** Whether the command names the last part of a cover's path. */
function isNamedIn(command: string): (cover: Cover) => boolean {
  return ({ path }) => command.includes(path.slice(path.lastIndexOf('/') + 1));
}

/** What is told of a command that ran where it can change nothing: a line, or none. */
export function notePlace(notes: NoteLine, place: ShellRequest['place'], exitCode: number | null): NoteLine {
  if (place?.isProven === true) return notes;
  const { writable = [] } = place ?? {};
  const reach =
    writable.length === 0
      ? say`tried where it can change nothing and has no network`
      : say`tried where it can change only ${writable.join(', ')}, deletes nothing there and has no network`;
  // Of a command that succeeded and left nothing behind it tells a person nothing that they asked for.
  const isForModel = exitCode === 0 && notes.every((note) => note.isForModel === true);
  return [{ text: reach, isForModel }, ...notes];
}

/** What programs print that met the sandbox, or the system's own rights: which of them cannot be told from outside. */
const FENCED = /permission denied|read-only file system|operation not permitted/i;
const OUT_OF_REACH =
  "keys, browser profiles and Deskhand's own files are out of reach of a command that does not name their path";

/** What is told of a command that failed in the fence: a line where that may have stood in its way. */
export function noteFence(output: string): NoteLine {
  return FENCED.test(output)
    ? [{ text: say`the sandbox may have stopped it` }, { text: OUT_OF_REACH, isForModel: true }]
    : [];
}
