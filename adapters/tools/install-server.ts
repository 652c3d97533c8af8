/** A server's package from npm: resolved once, nothing of it run, its version and integrity locked, in a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface NpmProgram {
  /** Program and first arguments. */
  readonly npm: readonly string[];
  /** What it may know of the environment: no token of ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface InstalledServer {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** The command that starts it: program and arguments, without those that the person gave. */
  readonly start: readonly string[];
}

export interface WantedPackage {
  /** `name`, `name@1.2.3`. */
  readonly spec: string;
  /** Which of its programs; null: the one there is, or the one of its own name. */
  readonly program: string | null;
  readonly args: readonly string[];
}

const SPEC = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.^~<>=*-]+)?$/i;
const NPM_MS = 180_000;
const ARGUMENTS = [
  'install',
  '--ignore-scripts',
  '--save-exact',
  '--no-audit',
  '--no-fund',
  '--no-bin-links',
  '--omit=dev',
];

/** `npx -y PACKAGE …` as a package; null: another command. Throws a sentence for what cannot be pinned. */
export function readNpx(words: readonly string[]): WantedPackage | null {
  const [program = '', ...rest] = words;
  const runner = basename(program);
  if (
    /^(?:uvx|pipx|bunx|docker|podman|deno)$/.test(runner) ||
    (/^(?:npm|pnpm|yarn|bun|uv)$/.test(runner) && rest.length > 0)
  )
    throw new Error(
      `${runner} fetches or starts something else each time, so it cannot be pinned. Install the server yourself and give the path of its program, or name a package of npm: npx NAME.`,
    );
  if (runner !== 'npx') return null;
  const args = [...rest];
  let spec: string | null = null;
  for (;;) {
    const [flag = ''] = args;
    if (/^(?:-y|--yes|-q|--quiet|--)$/.test(flag)) args.shift();
    else if (flag === '-p' || flag === '--package') spec = args.splice(0, 2)[1] ?? null;
    else if (flag.startsWith('--package=')) spec = args.shift()?.slice('--package='.length) ?? null;
    else break;
  }
  const [first, ...more] = args;
  if (first === undefined || first.startsWith('-')) throw new Error(`npx ${rest.join(' ')} names no package.`);
  const wanted = spec ?? first;
  if (!SPEC.test(wanted))
    throw new Error(`${wanted} is no name of a package of npm’s registry; only those can be pinned.`);
  return { spec: wanted, program: spec === null ? null : first, args: more };
}

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});
const locked = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** What was in the folder before is replaced once the new one is whole. Rejects with a sentence. */
export async function installServer(
  { spec, program }: WantedPackage,
  folder: string,
  { npm, env }: NpmProgram,
  signal: AbortSignal,
): Promise<InstalledServer> {
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(beside, 'package.json'), '{"private":true}\n');
    const [npmProgram = 'npm', ...first] = npm;
    await promisify(execFile)(npmProgram, [...first, ...ARGUMENTS, '--', spec], {
      cwd: beside,
      env,
      timeout: NPM_MS,
      signal,
    }).catch((error: unknown) => {
      throw new Error(describeFailure(spec, error), { cause: error });
    });
    const wanted = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(await readJson(join(beside, 'package.json')));
    const name = Object.keys(wanted.dependencies)[0] ?? '';
    const own = join(beside, 'node_modules', name);
    const { version, bin } = manifest.parse(await readJson(join(own, 'package.json')));
    const { packages } = locked.parse(await readJson(join(beside, 'package-lock.json')));
    const integrity = packages[`node_modules/${name}`]?.integrity;
    if (integrity === undefined) throw new Error(`npm does not vouch for ${name}: its lock has no checksum of it.`);
    const file = findProgram(name, bin, program);
    const isNode = await startsWithNode(join(own, file));
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
    const path = resolve(folder, 'node_modules', name, file);
    return { name, version, integrity, start: isNode ? ['node', path] : [path] };
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

function findProgram(
  name: string,
  bin: string | Readonly<Record<string, string>> | undefined,
  wanted: string | null,
): string {
  const programs = typeof bin === 'string' ? { [basename(name)]: bin } : (bin ?? {});
  const own = wanted ?? basename(name);
  const all = Object.keys(programs);
  const file = programs[own] ?? (wanted === null && all.length === 1 ? programs[all[0] ?? ''] : undefined);
  if (file === undefined)
    throw new Error(
      all.length === 0
        ? `${name} brings no program that could be started.`
        : `${name} brings ${all.join(', ')}; say which: npx -p ${name} PROGRAM.`,
    );
  return file;
}

async function startsWithNode(file: string): Promise<boolean> {
  if (/\.[cm]?[jt]s$/.test(file)) return true;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return /^#!.*\bnode\b/.test(buffer.subarray(0, bytesRead).toString('latin1'));
  } finally {
    await handle.close();
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function describeFailure(spec: string, error: unknown): string {
  const text =
    error instanceof Error ? `${error.message} ${'stderr' in error ? String(error.stderr) : ''}` : String(error);
  if (/EINTEGRITY|integrity checksum failed/.test(text))
    return `What came for ${spec} is not what the registry vouches for (its checksum is wrong).`;
  if (/\bE404\b/.test(text)) return `There is no package ${spec} in the registry.`;
  if (/\bETARGET\b/.test(text)) return `There is no such version of ${spec} in the registry.`;
  if (/\bENOENT\b/.test(text) && /spawn/.test(text)) return 'npm is not there; install it with Node, and try again.';
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENOTCACHED/.test(text))
    return 'npm could not reach its registry; look whether the computer is online, and at npm config get registry.';
  const last = text.split('\n').findLast((line) => /npm error/.test(line) && !/A complete log/.test(line)) ?? text;
  return `npm could not install ${spec}: ${last.replace(/^npm error\s*/, '').slice(0, 300)}`;
}
