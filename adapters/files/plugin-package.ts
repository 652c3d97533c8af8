/** Fetches a plugin's package with npm into a folder that is thrown away: no script of it runs, and nothing of it stays but what is confirmed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MANIFEST } from '../../src/skills/plugin.ts';

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
      throw new Error(describeFailure(spec, error), { cause: error });
    });
    const { dependencies } = names.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    const name = Object.keys(dependencies)[0] ?? '';
    const own = join(folder, 'node_modules', name);
    const manifest = needs.parse(JSON.parse(await readFile(join(own, 'package.json'), 'utf8')));
    if (!existsSync(join(own, MANIFEST))) throw new Error(`${name} is no plugin: it has no ${MANIFEST}.`);
    const other = Object.keys(manifest.dependencies)[0];
    if (other !== undefined)
      throw new Error(`${name} needs another package (${other}); a plugin is text and needs none.`);
    return { folder: own, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What npm says is for people who make packages. */
function describeFailure(spec: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/EINTEGRITY|integrity checksum failed/.test(text))
    return `What came for ${spec} is not what the registry vouches for (its checksum is wrong).`;
  if (/\bE404\b/.test(text)) return `There is no package ${spec} in the registry.`;
  if (/\bETARGET\b/.test(text)) return `There is no such version of ${spec} in the registry.`;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENOTCACHED/.test(text))
    return `npm could not reach its registry; look whether the computer is online, and at npm config get registry.`;
  return `npm could not fetch ${spec}: ${lastLine(text)}`;
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .filter((line) => !/A complete log|^npm (?:ERR!|error)\s*$/.test(line))
      .at(-1) ?? text
  );
}
