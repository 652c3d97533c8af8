/** A private X11 display for tests: Xvfb, openbox and, where asked for, a session bus; nothing of it outlives the test. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVirtualDisplay, type VirtualDisplay } from '../../adapters/desktop/virtual-display.ts';

const PROGRAMS = ['/usr/bin/Xvfb', '/usr/bin/openbox', '/usr/bin/setpriv'];
const missing = PROGRAMS.filter((path) => !existsSync(path));

/** Why an X11 test cannot run here; false when it can. For the `skip` option of `node:test`. */
export const noX11: string | false = missing.length === 0 ? false : `not installed: ${missing.join(', ')}`;

export interface TestDisplay extends VirtualDisplay {
  /** Starts a program on the display; it is ended when the display is stopped, or by its `end`. */
  open(program: string, args: readonly string[]): { end(): Promise<void> };
}

const LAST_WORDS = 2_000;

export async function startTestDisplay(
  options: {
    readonly width?: number;
    readonly height?: number;
    readonly hasSessionBus?: boolean;
    /** The session's home, shared with the bot as on a person's computer; left out: one of its own, removed with the display. */
    readonly home?: string;
  } = {},
): Promise<TestDisplay> {
  const { width = 1024, height = 768, hasSessionBus = false } = options;
  // Programs keep their settings in a home of their own: an editor that was killed asks about it at its next start.
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'deskhand-home-')));
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: undefined,
    XDG_CACHE_HOME: undefined,
    XDG_DATA_HOME: undefined,
  };
  // A folder for temporary files that killed browsers leave.
  const temp = await mkdtemp(join(tmpdir(), 'dt-'));
  const removeFolders = async (): Promise<void> => {
    for (const folder of options.home === undefined ? [home, temp] : [temp])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const display = await startVirtualDisplay({ width, height, hasSessionBus, env }, new AbortController().signal).catch(
    async (error: unknown) => {
      await removeFolders();
      throw error;
    },
  );
  const programs: { end(): Promise<void> }[] = [];
  return {
    ...display,
    open: (program, args) => {
      // Output goes to a file: a pipe would be held open by whatever the program leaves running.
      const file = join(temp, `said-${String(programs.length)}`);
      const said = openSync(file, 'w');
      const child = spawn(program, args, {
        env: { ...display.env, TMPDIR: temp },
        stdio: ['ignore', 'ignore', said],
        detached: true,
      });
      closeSync(said);
      const exited = new Promise<void>((resolve) => {
        child.once('exit', (code) => {
          // The program's own words are printed, since a test that waits for its window learns only that it never came.
          if (code !== null && code !== 0)
            process.stderr.write(
              `${program} ended with ${String(code)}: ${readFileSync(file, 'utf8').slice(-LAST_WORDS)}\n`,
            );
          resolve();
        });
        child.once('error', () => resolve());
      });
      const opened = {
        end: () => {
          // The whole group: browsers start helpers of their own.
          if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
            process.kill(-child.pid, 'SIGKILL');
          return exited;
        },
      };
      programs.push(opened);
      return opened;
    },
    stop: async () => {
      for (const program of programs) await program.end();
      await display.stop();
      await removeFolders();
    },
  };
}

/** The process id of the X server whose command names that path, of which each has one of its own for its cookie. */
export function findServer(path: string): number {
  const isIt = (pid: string): boolean => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.startsWith('Xvfb') && command.includes(path);
    } catch {
      return false;
    }
  };
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isIt(name));
  if (found.length !== 1) throw new Error(`${String(found.length)} X servers name ${path}`);
  return Number(found[0]);
}
