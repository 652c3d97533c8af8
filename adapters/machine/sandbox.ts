/** Around shell commands: a fence for what was approved, and a place where nothing can be changed and nobody reached for what was not. */
import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PlaceRequest, ShellRequest } from '../../src/ports/machine.ts';
import { createPlaces } from '../../src/safety/places/places.ts';
import { say, type Text } from '../../src/words/say.ts';
import { dropUnused, makeFile } from './granted-file.ts';
import { createOwnState } from './own-state.ts';
import { buildFilter } from './sandbox-filter.ts';
import { limitsPrefix, openControlGroup } from './sandbox-limits.ts';
import { buildPlace } from './sandbox-place.ts';
import { findPlaces, type SandboxFolders, type SandboxPlace } from './sandbox-places.ts';
import { buildProfile, quote } from './sandbox-profile.ts';
import { type Told, tellPlace } from './sandbox-told.ts';
import { findView, isAlwaysThere, mayShow } from './sandbox-view.ts';
import { createScratch, findNew } from './scratch.ts';
import {
  addRoom,
  isOver,
  measureRoom,
  NO_ROOM,
  type RoomWatch,
  SCRATCH_ROOM,
  sayFull,
  watchRoom,
} from './scratch-room.ts';
import { copyFolders, findInCopy, takeOver } from './work-folders.ts';

/** How one command is started. */
export interface Wrapping {
  /** Program and arguments to put in front of the shell; none for an approved command that cannot work inside. */
  readonly argv: readonly string[];
  /** Set when the command runs in the confined place. */
  readonly place?: {
    /** Commands for the shell itself, in front of the command. */
    readonly prefix: string;
    /** Whether all processes of the command end with it, though the place's own process ends a moment later. */
    readonly endsWhole: boolean;
    /** Handed over as `FILTER_FD`; null where there is none to be. */
    readonly filter: Uint8Array | null;
    readonly environment: Readonly<Record<string, string>>;
    /** The folder it starts in instead of the wanted one, since a Mac cannot mount one folder over another. */
    readonly cwd?: { readonly inside: string; readonly outside: string };
    /** Watches how much the run stores, from the start of the command to `stop`. */
    readonly watch: () => RoomWatch;
    /** Tells what the place stopped, once the command has ended. */
    readonly tell: (output: string, exitCode: number | null) => Promise<Told>;
  };
}

export interface Sandbox {
  wrap(request: ShellRequest): Promise<Wrapping>;
  /** For the log and /status: why there is none; '' when it is there. */
  readonly lack: Text;
  /** For the log and /status: why there is no confined place, or which of its limits does not hold here; '' when it is whole. */
  readonly placeLack: Text;
  readonly hasPlace: boolean;
  close(): void;
}

export interface SandboxOptions extends SandboxFolders {
  readonly platform: 'linux' | 'macos';
}

const BARE: Wrapping = { argv: [] };

export const NO_SANDBOX: Sandbox = {
  wrap: () => Promise.resolve(BARE),
  lack: say`there is none`,
  placeLack: say`there is none`,
  hasPlace: false,
  close: () => undefined,
};

export const BWRAP = '/usr/bin/bwrap';
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
const PROBE_MS = 5000;
/** The number under which the shell hands the filter of system calls to bubblewrap. */
export const FILTER_FD = 8;
/** Takes the process into its groups and becomes the program: the files, a lone `--`, the program. */
const JOIN = 'while [ "$1" != -- ]; do echo $$ > "$1"; shift; done 2>/dev/null; shift; exec "$@"';

/** Tries both once, on a program that does nothing: they may be installed and not allowed. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const fence = options.platform === 'linux' ? bubblewrap : seatbelt;
  const wrapFence = async (request: ShellRequest): Promise<Wrapping> => {
    const places = await findPlaces(options, request);
    return places === null ? BARE : { argv: fence(places) };
  };
  const program = options.platform === 'linux' ? BWRAP : SANDBOX_EXEC;
  const probe: ShellRequest = { command: 'true', cwd: '/', timeoutMs: 0 };
  const why = await findTrouble(program, options.platform, await wrapFence({ ...probe, cwd: options.home }));
  if (why !== '')
    return {
      ...NO_SANDBOX,
      lack: say`Shell commands run without a sandbox, guarded by my check alone: ${why}.`,
      placeLack: '',
    };
  const place = openPlace(options);
  const placeTrouble = await findTrouble(program, options.platform, await place.wrap(probe, PROBE_PLACE));
  place.clear();
  if (placeTrouble !== '') {
    place.close();
    return {
      wrap: wrapFence,
      lack: '',
      placeLack: say`There is no confined place for commands here, so I ask before those I don't understand: ${placeTrouble}.`,
      hasPlace: false,
      close: () => undefined,
    };
  }
  return {
    async wrap(request) {
      // Seatbelt denies setuid programs (`ps`, `top`) in any profile. They run bare, since their words are fixed and only show things.
      if (request.reader !== undefined && options.platform === 'macos') return BARE;
      const isPlaced = request.place !== undefined && request.isApproved !== true;
      return isPlaced && request.place !== undefined ? place.wrap(request, request.place) : wrapFence(request);
    },
    lack: '',
    placeLack: place.lack,
    hasPlace: true,
    close: place.close,
  };
}

const PROBE_PLACE: PlaceRequest = { run: 'probe', shown: [], grants: [], isProven: false };

/** One list of our own files serves for everything that a command is shown. */
const OWN_STATE_KEPT_MS = 1000;

/** `lack`: the limit that does not hold here; ''. */
function openPlace(options: SandboxOptions): {
  readonly wrap: (request: ShellRequest, place: PlaceRequest) => Promise<Wrapping>;
  readonly lack: Text;
  /** Takes the scratch folders away; they are made again when they are needed. */
  readonly clear: () => void;
  readonly close: () => void;
} {
  const { platform, home } = options;
  const isLinux = platform === 'linux';
  const places = createPlaces({ ...options, isOwnState: createOwnState(options, OWN_STATE_KEPT_MS) });
  const scratch = createScratch();
  const filter = isLinux ? buildFilter(process.arch) : null;
  const group = isLinux ? openControlGroup() : null;
  const join = group === null ? [] : ['/bin/sh', '-c', JOIN, 'sh', ...group.joinFiles, '--'];
  const isRoot = process.getuid?.() === 0;
  const prefix = limitsPrefix(platform);
  return {
    lack: group !== null ? '' : isRoot || !isLinux ? NO_COUNT : NO_GROUP,
    async wrap({ command, cwd }, { run, shown, grants, isProven, writable: changeable = [] }) {
      if (isLinux && filter === null) throw new Error(`there is no filter of system calls for ${process.arch}`);
      group?.announce();
      const folder = scratch.folderOf(run);
      const granted = grants.flatMap((grant) => (grant.kind === 'network' ? [] : [grant.path]));
      const writable = grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []));
      const made = writable.filter((path) => mayShow(path, home, places) && makeFile(path));
      const absolute = (path: string): string =>
        resolve(cwd, path === '~' || path.startsWith('~/') ? home + path.slice(1) : path);
      const [named, changing] = [shown.map(absolute), isProven ? [] : changeable.map(absolute)];
      const [view, before] = await Promise.all([
        findView({
          wanted: [...new Set([...granted, ...changing, ...named, cwd])].filter((path) => !isAlwaysThere(path)),
          home,
          places,
          writable,
        }),
        scratch.list(folder),
      ]);
      const copies = await copyFolders(changing, folder, view, { home, places });
      // Copies of the person's folders exist for this command only, so their size is added to its limit.
      const room = addRoom(
        SCRATCH_ROOM,
        copies.length === 0 ? NO_ROOM : await measureRoom(copies.map(({ copy }) => copy)),
      );
      const moved = isLinux ? undefined : findInCopy(cwd, copies);
      const request = {
        view,
        cwd: moved?.inside ?? cwd,
        home,
        scratch: folder,
        copies,
        grants,
        isRoot,
        filterFd: FILTER_FD,
      };
      return {
        argv: isLinux ? [...join, BWRAP, ...(await buildPlace(request))] : buildProfile(request),
        place: {
          prefix,
          filter,
          endsWhole: isLinux,
          environment: { TMPDIR: folder, XDG_CACHE_HOME: `${folder}/.cache` },
          ...(moved === undefined ? {} : { cwd: moved }),
          watch: () => watchRoom(folder, room),
          async tell(output, exitCode) {
            for (const path of made) dropUnused(path);
            const isFull = isOver(await measureRoom([folder]), room);
            const newFiles = isFull ? [] : findNew(before, await scratch.list(folder));
            const told = await tellPlace({
              output,
              command,
              exitCode,
              cwd,
              home,
              scratch: folder,
              view,
              grants,
              places,
              newFiles,
              isProven,
            });
            const taken = await takeOver(copies, told, { exitCode: isFull ? null : exitCode, grants, places, home });
            if (!isFull) return taken;
            scratch.empty(folder);
            return { ...taken, notes: [{ text: sayFull(), isObstacle: true }, ...taken.notes] };
          },
        },
      };
    },
    clear: scratch.close,
    close() {
      scratch.close();
      group?.close();
    },
  };
}

const NO_COUNT = say`How many processes a command starts and how much memory it takes in all is not limited here.`;
const NO_GROUP = say`How much memory a command takes in all is not limited here, only how much each of its processes does.`;

async function findTrouble(
  program: string,
  platform: SandboxOptions['platform'],
  { argv, place }: Wrapping,
): Promise<Text> {
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (!isThere)
    return platform === 'linux' ? say`${program} is not there (apt install bubblewrap)` : say`${program} is not there`;
  const [first = program, ...rest] = argv;
  return await new Promise((resolve) => {
    const child = spawn(first, [...rest, '/bin/sh', '-c', ':'], {
      env: {},
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe', ...filterStdio(place?.filter ?? null)],
    });
    let said = '';
    child.stderr?.on('data', (bytes: Uint8Array) => {
      said += String(bytes);
    });
    handOver(child, place?.filter ?? null);
    const end = (trouble: Text): void =>
      resolve(trouble === '' ? '' : say`${program} does not work here (${said.trim().split('\n').at(-1) || trouble})`);
    child.once('error', (error) => end(error.message));
    child.once('close', (code) => end(code === 0 ? '' : say`it ended with ${code ?? say`a signal`}`));
  });
}

/** From the fourth stream on, up to the one that the filter goes through. */
export function filterStdio(filter: Uint8Array | null): readonly ('ignore' | 'pipe')[] {
  const between = Array.from({ length: FILTER_FD - 3 }, () => 'ignore' as const);
  return [...between, filter === null ? 'ignore' : 'pipe'];
}

export function handOver(child: ChildProcess, filter: Uint8Array | null): void {
  const stream = child.stdio.at(FILTER_FD);
  if (filter === null || stream === null || stream === undefined || !('write' in stream)) return;
  // It may have ended before it read.
  stream.on('error', () => undefined);
  stream.end(filter);
}

/**
 * Bubblewrap's arguments for approved commands: everything stays as it is but the places (bwrap(1)). In a user namespace of its own, also
 * for root, mounts cannot be undone from inside, and memory, environment and folders of processes outside are out of reach (ptrace(2)). The
 * processes stay in the same group and table, so that they are seen and ended as usual.
 */
export function bubblewrap(places: readonly SandboxPlace[]): readonly string[] {
  const mounts = places.flatMap(({ path, isFolder, rule }): readonly string[] => {
    if (rule === 'kept') return ['--ro-bind', path, path];
    if (rule === 'open') return ['--bind', path, path];
    // On a mount without devices the null device can be neither read nor written.
    return isFolder ? ['--perms', '0500', '--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
  });
  return [BWRAP, '--unshare-user', '--cap-drop', 'ALL', '--dev-bind', '/', '/', ...mounts, '--'];
}

/** The last rule that fits wins (sandbox(7), and the profiles in /System/Library/Sandbox/Profiles). */
export function seatbelt(places: readonly SandboxPlace[]): readonly string[] {
  const rules = places.map(({ path, isFolder, rule }) => {
    const where = `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`;
    if (rule === 'open') return `(allow file-write* ${where})`;
    return rule === 'kept' ? `(deny file-write* ${where})` : `(deny file-read* file-write* ${where})`;
  });
  return [SANDBOX_EXEC, '-p', ['(version 1)', '(allow default)', ...rules].join('\n')];
}
