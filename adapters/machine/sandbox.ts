/** The sandbox around shell commands: bubblewrap on Linux, Seatbelt on a Mac. A second fence behind the gate, and no jail. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { ShellRequest } from '../../src/ports/machine.ts';
import { findPlaces, type SandboxFolders, type SandboxPlace } from './sandbox-places.ts';

export interface Sandbox {
  /** Program and arguments to put in front of the shell; none for an approved command that cannot work inside. */
  wrap(request: ShellRequest): Promise<readonly string[]>;
  /** For the log and /status: why there is none; '' when it is there. */
  readonly lack: string;
}

export interface SandboxOptions extends SandboxFolders {
  readonly platform: 'linux' | 'macos';
}

export const NO_SANDBOX: Sandbox = { wrap: () => Promise.resolve([]), lack: 'there is none' };

const BWRAP = '/usr/bin/bwrap';
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
const PROBE_MS = 5000;

/** Tries it once, on a program that does nothing: it may be installed and not allowed. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const build = options.platform === 'linux' ? bubblewrap : seatbelt;
  const wrap: Sandbox['wrap'] = async (request) => {
    const places = await findPlaces(options, request);
    return places === null ? [] : build(places);
  };
  const program = options.platform === 'linux' ? BWRAP : SANDBOX_EXEC;
  const why = await findTrouble(
    program,
    options.platform,
    await wrap({ command: 'true', cwd: options.home, timeoutMs: 0 }),
  );
  if (why === '') return { wrap, lack: '' };
  return {
    wrap: () => Promise.resolve([]),
    lack: `Shell commands run without a sandbox, kept by the gate alone: ${why}.`,
  };
}

async function findTrouble(
  program: string,
  platform: SandboxOptions['platform'],
  prefix: readonly string[],
): Promise<string> {
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (!isThere)
    return platform === 'linux' ? `${program} is not there (apt install bubblewrap)` : `${program} is not there`;
  return await new Promise((resolve) => {
    const how = { env: {}, timeout: PROBE_MS, killSignal: 'SIGKILL' as const };
    execFile(program, [...prefix.slice(1), '/bin/sh', '-c', ':'], how, (error, _out, said) => {
      const last = said.trim().split('\n').at(-1) ?? '';
      resolve(error === null ? '' : `${program} does not work here (${last === '' ? error.message : last})`);
    });
  });
}

/**
 * Everything stays as it is but for the places (bwrap(1)). A user namespace of its own, also for root: what is mounted cannot be taken
 * away from inside, and memory, environment and folders of processes outside are out of reach (ptrace(2)). The processes stay in the
 * same process group and table, so that they are seen and ended as ever.
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

/** A string of the profile's language. */
function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
