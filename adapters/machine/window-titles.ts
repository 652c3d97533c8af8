/** Titles of the windows that are shown on X11, told by xdotool. */

import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import type { RunCommand } from './command.ts';

const TIMEOUT_MS = 3000;
const TRIES = 3;

/** Rejects with a sentence when there is no xdotool or no display. */
export async function readWindowTitles(
  xdotool: string | null,
  environment: Readonly<Record<string, string>>,
  run: RunCommand,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (xdotool === null) throw new SaidError(say`window titles cannot be read: xdotool is not installed`);
  // Only windows of applications carry a class; a pattern that every class matches leaves out their parts.
  const args = ['search', '--onlyvisible', '--class', '.', 'getwindowname', '%@'];
  for (let attempt = 1; ; attempt += 1) {
    const { exitCode, output, errors } = await run(
      { program: xdotool, args, input: '', environment, timeoutMs: TIMEOUT_MS },
      signal,
    );
    const titles = output.split('\n').filter((title) => title.trim() !== '');
    if (exitCode === 0) return titles;
    // Without any window it ends with 1 and says nothing; a window that closes in between makes it stop with an X error.
    if (exitCode === 1 && errors === '') return [];
    if (attempt === TRIES)
      throw new SaidError(say`window titles cannot be read: ${errors || say`xdotool did not answer`}`);
  }
}
