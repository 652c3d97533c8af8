/** Brings a plugin's package here as text: what is packed is read before anything else reads it, and nothing of it is ever installed. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MANIFEST, readManifest } from '../../src/skills/plugin.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { readTarball } from './plugin-tarball.ts';

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.^~<>=-]+)?$/;
const NPM_MS = 120_000;

const list = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.boolean()]).optional();
const manifestOfNpm = z.object({
  dependencies: list,
  optionalDependencies: list,
  peerDependencies: list,
  bundleDependencies: list,
  bundledDependencies: list,
  scripts: z.record(z.string(), z.unknown()).default({}),
});
const OTHERS = [
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'bundleDependencies',
  'bundledDependencies',
] as const;
/** Scripts that npm runs by itself when it gets a package. */
const RUNS_BY_ITSELF = /^(?:pre|post)?(?:install|prepare|prepublish|prepack|uninstall)$|^dependencies$/;
/** Files that steer npm, or make it build something. */
const STEERS_NPM = /(?:^|\/)(?:\.npmrc|binding\.gyp|\.gitmodules)$/i;

export interface FetchedPackage {
  /** The package's unpacked folder. */
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
 * A package by its name: npm only downloads the packed file, in a folder of its own, and what the package needs is not looked at
 * by it. Rejects with a sentence when it cannot be had or is refused.
 */
export async function fetchPackage(
  spec: string,
  { npm, env }: NpmProgram,
  signal: AbortSignal,
): Promise<FetchedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-plugin-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const [program = 'npm', ...first] = npm;
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder, '--', spec];
    await promisify(execFile)(program, [...first, ...args], { cwd: folder, env, timeout: NPM_MS, signal }).catch(
      (error: unknown) => {
        throw new Error(describeFailure(spec, error), { cause: error });
      },
    );
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error(`npm could not fetch ${spec}.`);
    return await openTarball(join(folder, packed), spec);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a packed package of this computer, without npm. Rejects with a sentence when it is refused. */
export async function openTarball(path: string, name = basename(path)): Promise<FetchedPackage> {
  const files = await readTarball(path);
  const steering = [...files.keys()].find((file) => STEERS_NPM.test(file));
  if (steering !== undefined) throw new Error(saySteering(name, steering));
  checkManifest(name, files.get('package.json') ?? null);
  if (!files.has(MANIFEST)) throw new Error(`${name} is no plugin: it has no ${MANIFEST}.`);
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-plugin-'));
  try {
    for (const [file, bytes] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
      await writeFile(join(folder, file), bytes, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** A folder of the person's own: nothing of it is copied but what the manifest names. Rejects with a sentence when it is refused. */
export async function openFolder(folder: string): Promise<FetchedPackage> {
  const name = basename(folder);
  const steering = (await readdir(folder)).find((file) => STEERS_NPM.test(file));
  if (steering !== undefined) throw new Error(saySteering(name, steering));
  checkManifest(name, await readIfThere(join(folder, 'package.json')));
  await refuseLinksOut(folder);
  return { folder, close: () => Promise.resolve() };
}

function saySteering(name: string, file: string): string {
  return `${name} brings ${file}, which steers npm; a plugin is text and needs none.`;
}

/** Refuses a package that, when installed, would bring others along or run something. */
function checkManifest(name: string, bytes: Uint8Array | null): void {
  if (bytes === null) return;
  const parsed = manifestOfNpm.safeParse(readJson(bytes));
  if (!parsed.success) throw new Error(`The package.json of ${name} cannot be read.`);
  const { data } = parsed;
  for (const key of OTHERS) {
    const others = data[key];
    const names = typeof others === 'object' ? (Array.isArray(others) ? others.map(String) : Object.keys(others)) : [];
    if (names[0] !== undefined || others === true)
      throw new Error(`${name} needs another package (${names[0] ?? key}); a plugin is text and needs none.`);
  }
  const script = Object.keys(data.scripts).find((key) => RUNS_BY_ITSELF.test(key));
  if (script !== undefined)
    throw new Error(`${name} has a script that runs by itself (${script}); a plugin is text and runs nothing.`);
}

/** What the manifest names must lie in the folder itself. */
async function refuseLinksOut(folder: string): Promise<void> {
  const read = readManifest(readJson((await readIfThere(join(folder, MANIFEST))) ?? new Uint8Array()));
  const root = await realpath(folder);
  for (const path of [MANIFEST, ...(read.ok ? read.manifest.skills : [])]) {
    const real = await realpath(join(folder, path)).catch(() => join(root, path));
    if (real !== join(root, path)) throw new Error(`${path} is a link; a plugin holds its files itself.`);
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** npm's own errors are written for people who make packages. */
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
