/** Fetches a plugin's package with npm into a folder that is thrown away: no script of it runs, and nothing of it stays but what is confirmed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.^~<>=-]+)?$/;
const NPM_MS = 120_000;
const names = z.object({ dependencies: z.record(z.string(), z.string()) });
const needs = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

export interface FetchedPackage {
  /** The package's own folder. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface NpmProgram {
  /** Program and first arguments. */
  readonly npm: readonly string[];
  /** What it may know of the environment: no token of ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether this may be the name of a package; anything else (addresses, git) is not fetched. */
export function isPackageName(spec: string): boolean {
  return PACKAGE.test(spec);
}

/**
 * `spec`: a package's name, or the absolute path of a tarball. Rejects with a sentence when it cannot
 * be had, or when it brings other packages along.
 */
export async function fetchPackage(
  spec: string,
  { npm, env }: NpmProgram,
  signal: AbortSignal,
): Promise<FetchedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-plugin-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const [program = 'npm', ...first] = npm;
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--omit=dev',
      '--omit=optional',
      '--omit=peer',
    ];
    await promisify(execFile)(program, [...first, ...args, '--', spec], {
      cwd: folder,
      env,
      timeout: NPM_MS,
      signal,
    }).catch((error: unknown) => {
      throw new Error(`npm could not fetch ${spec}: ${lastLine(error)}`, { cause: error });
    });
    const { dependencies } = names.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    const name = Object.keys(dependencies)[0] ?? '';
    const own = join(folder, 'node_modules', name);
    const manifest = needs.parse(JSON.parse(await readFile(join(own, 'package.json'), 'utf8')));
    const other = Object.keys(manifest.dependencies)[0];
    if (other !== undefined)
      throw new Error(`${name} needs another package (${other}); a plugin is text and needs none.`);
    return { folder: own, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (
    text
      .trim()
      .split('\n')
      .filter((line) => !/A complete log|^npm (?:ERR!|error)\s*$/.test(line))
      .at(-1) ?? text
  );
}
