/** Which program macOS holds responsible for what this process does: the one that must be on the lists of the permissions. */
import type { Native } from './load.ts';
import type { MacWindows } from './windows.ts';

export interface Responsible {
  /** What to look for on the list: an application's name, or a program's path. */
  readonly program: string;
  readonly path: string;
  /**
   * `app`: a terminal or another application; `ssh`: a login from elsewhere; `node`: Node itself, as a LaunchAgent starts it.
   */
  readonly kind: 'app' | 'ssh' | 'node';
  /** Whether the path changes at the program's next upgrade, which loses the permissions given to it. */
  readonly isMoving: boolean;
}

const SSH = /\/sshd(?:-session|-keygen-wrapper|-auth)?$/;
/** Homebrew keeps each version in a folder of its own; nvm, fnm, mise and asdf do so too. */
const MOVING = /\/Cellar\/|\/\.nvm\/|\/fnm_multishells\/|\/fnm\/|\/mise\/installs\/|\/\.asdf\/|\/\.volta\//;

/** PROC_PIDT_SHORTBSDINFO and its structure (sys/proc_info.h): told of every process, other people's too. */
const SHORT_INFO = 13;
const SHORT_INFO_BYTES = 64;
const PARENT_AT = 4;
/** The process number of launchd, also used where a process is unknown. */
const NOBODY = 1;
const MOST_ANCESTORS = 32;

/** `nodePath`: the file that runs, links followed. */
export function findResponsible(
  native: Native,
  windows: Pick<MacWindows, 'application'>,
  own: { readonly pid: number; readonly nodePath: string },
): Responsible {
  const pid =
    native.optional.responsibility_get_pid_responsible_for_pid?.(own.pid) ?? findStarter(native, windows, own.pid);
  const { path, bundle, fileName } = windows.application(pid);
  if (pid !== own.pid && bundle !== '') return { program: fileName, path, kind: 'app', isMoving: false };
  // System Settings shows this name for a login over SSH, whatever the process is called.
  if (SSH.test(path))
    return { program: 'sshd-keygen-wrapper', path: '/usr/libexec/sshd-keygen-wrapper', kind: 'ssh', isMoving: false };
  const node = pid === own.pid || path === '' ? own.nodePath : path;
  return { program: node, path: node, kind: 'node', isMoving: MOVING.test(node) };
}

/**
 * The application at the root of the processes this one comes from, or the login from elsewhere: what the system holds responsible, where it
 * does not say so itself. This process where there is neither.
 */
function findStarter({ c }: Native, windows: Pick<MacWindows, 'application'>, own: number): number {
  let found = own;
  let pid = own;
  for (let depth = 0; depth < MOST_ANCESTORS && pid > NOBODY; depth += 1) {
    const { path, bundle } = windows.application(pid);
    if (pid !== own && (bundle !== '' || SSH.test(path))) found = pid;
    const info = Buffer.alloc(SHORT_INFO_BYTES);
    const said = c.proc_pidinfo(pid, SHORT_INFO, 0, info, info.length);
    pid = said === SHORT_INFO_BYTES ? info.readUInt32LE(PARENT_AT) : NOBODY;
  }
  return found;
}
