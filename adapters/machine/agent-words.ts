/** ACP_COMMAND as a program and its arguments, and which files it is made of. */
import { accessSync, constants } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { SaidError } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';

/** Words apart by blanks; quotation marks hold some together. No shell reads it. */
export function splitCommand(command: string): readonly string[] {
  return [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single ?? ''),
  );
}

const RUNTIMES = /^(?:node|bun|deno|python[\d.]*|uv|env)$/;

/** Parts of a path that do not name the program. */
const NAMELESS = /^(?:index|main|cli|agent|acp|dist|bin|src|lib|build)$/;

/** The name people know: that of the program, or of the script that a runtime runs. */
export function nameCommand(words: readonly string[]): string {
  const [program = '', ...rest] = words;
  const script = RUNTIMES.test(basename(program)) ? rest.find((word) => !word.startsWith('-')) : undefined;
  return (
    (script ?? program)
      .split('/')
      .map((part) => part.replace(/\.(?:[cm]?[jt]s|py)$/, ''))
      .findLast((part) => part !== '' && !NAMELESS.test(part)) ?? 'agent'
  );
}

export interface AgentFiles {
  /** Program and arguments, the program absolute. */
  readonly argv: readonly string[];
  /** What must be shown for it to start: single files, and folders of packages that others published. */
  readonly bound: readonly string[];
  /** The folders its scripts lie in, shown as far as nothing in them is hidden or secret. */
  readonly folders: readonly string[];
}

const sayNoAgent = (name: string): Text =>
  say`ACP_COMMAND names ${name}, which is not there. Install the agent first (a program that is only downloaded when it runs cannot be used), or set its full path.`;

/** Rejects with a `SaidError` when the program is not there. `path`: where programs are looked for, as PATH has it. */
export async function findAgentFiles(
  words: readonly string[],
  path: string,
  sayMissing: (name: string) => Text = sayNoAgent,
): Promise<AgentFiles> {
  const [name = '', ...rest] = words;
  const program = findProgram(name, path);
  if (program === null) throw new SaidError(sayMissing(name));
  const runtime = await findRuntime(program, path);
  // A runtime needs none of the packages around it, so only the program itself is taken.
  const isRuntime = RUNTIMES.test(basename(program));
  const real = isRuntime ? [await realpath(program).catch(() => program)] : [];
  const scripts = await Promise.all([...(isRuntime ? [] : [program]), ...rest.filter(isAbsolute)].map(findScript));
  const found = scripts.flatMap((script) => script ?? []);
  return {
    argv: [program, ...rest],
    bound: [
      ...new Set([program, ...real, ...runtime, ...found.flatMap(({ file, packages }) => [file, ...(packages ?? [])])]),
    ],
    folders: [...new Set(found.flatMap(({ folder }) => folder ?? []))],
  };
}

function findProgram(name: string, path: string): string | null {
  if (isAbsolute(name)) return isProgram(name) ? name : null;
  if (name === '' || name.includes('/')) return null;
  return (
    path
      .split(':')
      .filter(isAbsolute)
      .map((folder) => join(folder, name))
      .find(isProgram) ?? null
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `#!/usr/bin/env node` needs a node that may lie anywhere. */
async function findRuntime(program: string, path: string): Promise<readonly string[]> {
  const start = await readFile(program).then(
    (bytes) => bytes.subarray(0, 200).toString('latin1'),
    () => '',
  );
  const [, name] = /^#!\s*\S*\/env\s+(?:-S\s+)?(\S+)/.exec(start) ?? [];
  const [, absolute] = /^#!\s*(\/\S+)/.exec(start) ?? [];
  const runtime = name === undefined ? absolute : findProgram(name, path);
  if (runtime === undefined || runtime === null) return [];
  return [runtime, await realpath(runtime).catch(() => runtime)];
}

interface Script {
  /** Links followed. */
  readonly file: string;
  readonly packages?: readonly string[];
  readonly folder?: string;
}

async function findScript(path: string): Promise<Script | null> {
  const file = await realpath(path).catch(() => null);
  if (file === null || !(await stat(file)).isFile() || file.startsWith('/usr/')) return null;
  const [above] = file.split('/node_modules/');
  if (above !== undefined && above !== file) return { file, packages: [join(above, 'node_modules')] };
  if (!/\.(?:[cm]?[jt]s|py)$/.test(file)) return { file };
  const packages = await findPackages(dirname(file));
  return { file, folder: dirname(file), ...(packages === null ? {} : { packages: [packages] }) };
}

/** Where Node looks for packages from here on upwards: the first such folder. */
async function findPackages(folder: string): Promise<string | null> {
  const here = join(folder, 'node_modules');
  const isThere = await stat(here).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isThere) return here;
  return dirname(folder) === folder ? null : findPackages(dirname(folder));
}
