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
  /** Its path changes at its next upgrade, and what was allowed is gone then. */
  readonly isMoving: boolean;
}

const SSH = /\/sshd(?:-session|-keygen-wrapper|-auth)?$/;
/** Homebrew keeps each version in a folder of its own; nvm, fnm, mise and asdf do so too. */
const MOVING = /\/Cellar\/|\/\.nvm\/|\/fnm_multishells\/|\/fnm\/|\/mise\/installs\/|\/\.asdf\/|\/\.volta\//;

/** `nodePath`: the file that runs, links followed. */
export function findResponsible(
  native: Native,
  windows: Pick<MacWindows, 'application'>,
  own: { readonly pid: number; readonly nodePath: string },
): Responsible {
  const pid = native.optional.responsibility_get_pid_responsible_for_pid?.(own.pid) ?? own.pid;
  const { path, bundle, fileName } = windows.application(pid);
  if (pid !== own.pid && bundle !== '') return { program: fileName, path, kind: 'app', isMoving: false };
  // The pane names it so, whatever the process is called.
  if (SSH.test(path))
    return { program: 'sshd-keygen-wrapper', path: '/usr/libexec/sshd-keygen-wrapper', kind: 'ssh', isMoving: false };
  const node = pid === own.pid || path === '' ? own.nodePath : path;
  return { program: node, path: node, kind: 'node', isMoving: MOVING.test(node) };
}
