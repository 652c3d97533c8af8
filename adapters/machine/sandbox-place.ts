/** The confined place on Linux: a root of its own with the system's programs, what is shown of the disk, and nothing else (bwrap(1)). */
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SandboxAccess } from '../../src/ports/machine.ts';
import { isInside } from './paths.ts';
import { NETWORK_SETTINGS, SYSTEM_SETTINGS } from './sandbox-rules.ts';
import type { Cover, View } from './sandbox-view.ts';
import type { WorkCopy } from './work-copy.ts';

export interface PlaceRequest {
  readonly view: View;
  /** Absolute; the folder is there, empty if nothing of it is shown. */
  readonly cwd: string;
  readonly home: string;
  /** The run's own scratch folder, writable, under the same path as outside. */
  readonly scratch: string;
  /** The copies that a command works on in place of these folders. */
  readonly copies: readonly Pick<WorkCopy, 'folder' | 'copy' | 'shared'>[];
  /** The person's permissions for this one command. */
  readonly grants: readonly SandboxAccess[];
  readonly isRoot: boolean;
  /** The number under which the filter of system calls is handed over. */
  readonly filterFd: number;
}

/** Nobody's number (Debian's nobody). */
export const NOBODY = '65534';
const MIB = 1024 * 1024;
const MERGED = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];

/**
 * Everything up to and with the `--` before the program. No session of its own: what is started here has one without a terminal already, and
 * what is ended while it is still being set up, where only force ends it, is reached as part of the group it was started in.
 */
export async function buildPlace(request: PlaceRequest): Promise<readonly string[]> {
  const { view, cwd, home, scratch, copies, grants, isRoot, filterFd } = request;
  const hasNetwork = grants.some(({ kind }) => kind === 'network');
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'],
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...(isRoot ? ['--uid', NOBODY, '--gid', NOBODY] : []),
    ...['--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--seccomp', String(filterFd)],
    ...(await systemMounts(hasNetwork)),
    // Read-only as a whole: root may set kernel values there even without capabilities, which bubblewrap's own cover overlooks.
    ...['--proc', '/proc', '--remount-ro', '/proc', ...deviceMounts()],
    ...['/tmp', '/run', '/var', home].flatMap((path) => ['--dir', path]),
    ...['--symlink', scratch, '/var/tmp'],
    ...viewMounts(lessCopied(view, copies), grants),
    ...['--bind', scratch, scratch],
    ...copies.flatMap(({ folder, copy, shared }) => [
      ...['--bind', copy, folder],
      ...shared.flatMap((name) => ['--ro-bind', join(folder, name), join(folder, name)]),
      // Entries that were not copied are missing anyway; a folder that is bound as it is may hold covered ones or a drive.
      ...coverMounts(view.covered.filter(({ path }) => shared.some((name) => isInside(path, join(folder, name))))),
    ]),
    ...['--dir', cwd, '--chdir', cwd, '--remount-ro', '/', '--'],
  ];
}

/** The view without folders that a copy replaces, since each mount takes time. */
function lessCopied(view: View, copies: PlaceRequest['copies']): View {
  const isCopied = (path: string): boolean => copies.some(({ folder }) => isInside(path, folder));
  return {
    ...view,
    shown: view.shown.filter(({ path }) => !isCopied(path)),
    made: view.made.filter((path) => !isCopied(path)),
    links: view.links.filter(({ path }) => !isCopied(path)),
    covered: view.covered.filter(({ path }) => !isCopied(path)),
  };
}

/** Programs and libraries, and the few settings they need. */
let known: Promise<readonly string[]> | null = null;
export async function systemMounts(hasNetwork: boolean): Promise<readonly string[]> {
  known ??= findSystem();
  const network = hasNetwork ? (await Promise.all(NETWORK_SETTINGS.map(settingMount))).flat() : [];
  return [...(await known), ...network];
}

async function findSystem(): Promise<readonly string[]> {
  const merged = await Promise.all(
    MERGED.map(async (path) => {
      const stats = await lstat(path).catch(() => null);
      if (stats === null) return [];
      return stats.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
    }),
  );
  const settings = await Promise.all(SYSTEM_SETTINGS.map(settingMount));
  const local = await stat('/usr/local/etc').then(
    () => ['--perms', '0555', '--size', '4096', '--tmpfs', '/usr/local/etc'],
    () => [],
  );
  return ['--ro-bind', '/usr', '/usr', ...local, ...merged.flat(), ...settings.flat()];
}

/** Binds a setting under its own path, wherever a link of that name leads. */
async function settingMount(name: string): Promise<readonly string[]> {
  const path = `/etc/${name}`;
  const real = await realpath(path).catch(() => null);
  return real === null ? [] : ['--ro-bind', real, path];
}

export function deviceMounts(): readonly string[] {
  return [
    ...['--perms', '0755', '--size', String(64 * MIB), '--tmpfs', '/dev'],
    ...DEVICES.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
    ...['--symlink', '/proc/self/fd', '/dev/fd', '--symlink', '/proc/self/fd/0', '/dev/stdin'],
    ...['--symlink', '/proc/self/fd/1', '/dev/stdout', '--symlink', '/proc/self/fd/2', '/dev/stderr'],
    // Shared memory lies there by convention (shm_open(3)).
    ...['--perms', '1777', '--size', String(64 * MIB), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
  ];
}

/** The mounts, outer ones first: a covered folder may hold something that is shown again. */
export function viewMounts({ shown, made, links, covered }: View, grants: readonly SandboxAccess[]): readonly string[] {
  const isWritable = (path: string): boolean => grants.some((grant) => grant.kind === 'write' && grant.path === path);
  const isMade = (path: string): boolean => made.some((folder) => dirname(path) === folder);
  const mounts = [
    ...made.map((path) => ({ path, args: ['--perms', '0755', '--size', '65536', '--tmpfs', path] })),
    ...links.map(({ path, target }) => ({ path, args: ['--symlink', target, path] })),
    ...shown.map(({ path }) => ({ path, args: [isWritable(path) ? '--bind' : '--ro-bind', path, path] })),
    // A covered entry of a folder that was made anew is missing there anyway.
    ...covered.filter(({ path }) => !isMade(path)).map((cover) => ({ path: cover.path, args: coverMounts([cover]) })),
  ];
  const inOrder = mounts.toSorted((one, other) => one.path.length - other.path.length);
  return [...inOrder.flatMap(({ args }) => args), ...made.flatMap((path) => ['--remount-ro', path])];
}

function coverMounts(covered: readonly Cover[]): readonly string[] {
  return covered.flatMap(({ path, isFolder }) =>
    // In a namespace of users a device that is bound like a file can be neither read nor written.
    isFolder ? ['--perms', '0555', '--size', '4096', '--tmpfs', path] : ['--ro-bind', '/dev/null', path],
  );
}
