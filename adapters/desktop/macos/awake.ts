/** Keeps a Mac and its display awake with caffeinate(8), which also ends when we do. Written from its manual; not run on a Mac. */
import { type ChildProcess, spawn } from 'node:child_process';

/** -d: the display, -i: the system does not idle to sleep, -w: until this process is gone. */
export function caffeinateCommand(pid: number): readonly [string, ...string[]] {
  return ['caffeinate', '-d', '-i', '-w', String(pid)];
}

export function createMacAwake([program, ...args]: readonly [string, ...string[]]): (isWanted: boolean) => void {
  let child: ChildProcess | null = null;
  return (isWanted) => {
    if (isWanted && child === null) {
      const started = spawn(program, args, { stdio: 'ignore' });
      // Without it a Mac goes to sleep as it is set to; a run notices that by a black screen.
      started.on('error', () => undefined);
      started.on('exit', () => {
        if (child === started) child = null;
      });
      child = started;
    }
    if (!isWanted) {
      child?.kill();
      child = null;
    }
  };
}
