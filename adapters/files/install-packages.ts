/** Installs a locked set of packages into a folder of its own: whole or not at all, and nothing of them runs. */
import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

export interface InstallOptions {
  /** The folder of the set's package.json and package-lock.json. */
  readonly from: string;
  /** Where it is installed; what was there before is replaced once the new one is whole. */
  readonly to: string;
  /** Program and first arguments. */
  readonly npm: readonly string[];
  /** What npm may know of the environment: no token of ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const ARGUMENTS = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Rejects with npm's last words when something could not be fetched, or is not what the lock says it is. */
export async function installPackages({ from, to, npm, env }: InstallOptions, signal: AbortSignal): Promise<void> {
  const beside = `${to}.new`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await cp(from, beside, { recursive: true });
    const [program = 'npm', ...first] = npm;
    await promisify(execFile)(program, [...first, ...ARGUMENTS], { cwd: beside, env, signal }).catch(
      (error: unknown) => {
        throw new Error(describe(error), { cause: error });
      },
    );
    await rm(to, { recursive: true, force: true });
    await rename(beside, to);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

function describe(error: unknown): string {
  const { code, stderr } = { code: undefined, stderr: '', ...(error instanceof Error ? error : {}) };
  if (code === 'ENOENT') return 'npm is not there; install it with Node, and try again';
  const last = String(stderr)
    .split('\n')
    .filter((line) => /npm error/.test(line) && !/A complete log/.test(line))
    .slice(0, 2)
    .map((line) => line.replace(/^npm error\s*/, ''))
    .join(' ');
  return last === '' ? (error instanceof Error ? error.message : String(error)) : last;
}
