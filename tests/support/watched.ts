/** A long script that never ends without a last line which says how: it runs in a process of its own, and that one is watched. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const MARK = 'DESKHAND_TEST_WATCHED';
/** Node's own: it had nothing to wait for any more. */
const UNSETTLED = 13;

export function isWatched(): boolean {
  return process.env[MARK] === '1';
}

/** Runs this script again, watched, with the same words; its exit code, or 128 and the signal's number. Prints how long it took and how it ended. */
export async function watchScript(path: string): Promise<number> {
  const since = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, path, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal));
  const [code, signal]: (number | null | NodeJS.Signals)[] = await once(child, 'exit');
  const after = `after ${Math.round((performance.now() - since) / 1000)} s`;
  if (typeof code === 'number') {
    const why = code === UNSETTLED ? ': it waits for something that can never come' : '';
    process.stdout.write(`ended ${after} with exit code ${code}${why}\n`);
    return code;
  }
  process.stdout.write(`ended ${after} by ${signal}, and not by itself\n`);
  return 128 + (typeof signal === 'string' ? constants.signals[signal] : 0);
}
