/** Compiles the sources: one JavaScript file for each program, and chunks for code that several share. */
import { cpSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { COMMANDS_OF_THE_PACKAGE } from '../command-list.ts';
import { PROJECT_ROOT } from '../own-files.ts';
import { NAMES_OF_COMMONJS, namesOfCommonJs } from './names-of-commonjs.ts';

/** Programs with a process or thread of their own, or loaded by the entry, under the names that own-files.ts and entry.mjs use. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'own-files': 'src/bin/own-files.ts',
  'command-list': 'src/bin/command-list.ts',
  hands: 'src/bin/hands.ts',
  'ax-child': 'adapters/desktop/macos/native/ax-child.ts',
  'reading-child': 'adapters/reading/reading-child.ts',
  'keychain-child': 'adapters/secrets/keychain-child.ts',
  'document-child': 'adapters/machine/documents/document-child.ts',
  'voice-child': 'adapters/voice/voice-child.ts',
  'recall-worker': 'adapters/recall/worker.ts',
};

/** Packages that are not compiled in: native ones, and those that are installed on demand. */
const FIRST_USE = ['@xenova/transformers'];
/** Imported by libraries for features that are never used: vectra's own embeddings, and streams for a Node older than 18. */
const NEVER_LOADED = ['@huggingface/transformers', 'web-streams-polyfill'];

/** Libraries written as CommonJS expect these names in the file they end up in. */
const COMMONJS_NAMES = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

const COPIED: readonly (readonly [from: string, to: string])[] = [
  ['src/bin/entry.mjs', 'entry.mjs'],
  ['adapters/chat/web/page', 'page'],
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['node_modules/tree-sitter-bash/tree-sitter-bash.wasm', 'tree-sitter-bash.wasm'],
];

/** Builds the content of the published package. `external`: packages that it depends on. Empties `folder` first. Rejects with esbuild's messages. */
export async function bundle(folder: string, external: readonly string[]): Promise<Metafile> {
  const commands = COMMANDS_OF_THE_PACKAGE.map(({ name }) => [`commands/${name}`, `src/bin/commands/${name}.ts`]);
  const metafile = await compile(folder, external, {
    entryPoints: { ...PROGRAMS, ...Object.fromEntries(commands) },
  });
  for (const [from, to] of COPIED) cpSync(join(PROJECT_ROOT, from), join(folder, to), { recursive: true });
  return metafile;
}

/** Development commands, which no test starts: they need the sources. */
const FOR_WHO_DEVELOPS = /\/(?:bench|build|test)\.ts$/;
/** Files that the programs read at run time. */
const LINKED = ['node_modules', 'skills', 'languages', 'package.json'];

/**
 * Builds a checkout in which each program is a few files, and everything else is linked: same names, same places, same behaviour. It starts in two
 * thirds of the time. Empties `folder` first. Rejects with esbuild's messages.
 */
export async function bundleCheckout(folder: string, external: readonly string[]): Promise<void> {
  const commands = globSync('src/bin/commands/*.ts', { cwd: PROJECT_ROOT }).filter(
    (file) => !FOR_WHO_DEVELOPS.test(file),
  );
  await compile(folder, external, {
    entryPoints: [...Object.values(PROGRAMS), 'src/bin/exit.ts', ...commands],
    outbase: PROJECT_ROOT,
    // Chunks lie where own-files.ts counts from.
    chunkNames: 'src/bin/[name]-[hash]',
    outExtension: { '.js': '.ts' },
  });
  for (const path of ['src/bin/entry.mjs', 'adapters/chat/web/page'])
    cpSync(join(PROJECT_ROOT, path), join(folder, path), { recursive: true });
  for (const name of LINKED) symlinkSync(join(PROJECT_ROOT, name), join(folder, name));
}

async function compile(
  folder: string,
  external: readonly string[],
  places: Pick<BuildOptions, 'entryPoints' | 'outbase' | 'chunkNames' | 'outExtension'>,
): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...external, ...FIRST_USE, ...NEVER_LOADED],
    banner: { js: COMMONJS_NAMES },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [namesOfCommonJs],
    ...places,
  });
  return metafile;
}

/** Packages whose code was compiled in, by their folders. */
export function bundledPackages({ inputs }: Metafile): readonly string[] {
  const files = Object.keys(inputs).filter((path) => !path.startsWith(`${NAMES_OF_COMMONJS}:`));
  const folders = files.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const wasm = COPIED.flatMap(([from]) => /^(node_modules\/[^/]+)\//.exec(from)?.[1] ?? []);
  return [...new Set([...folders, ...wasm])].toSorted();
}

/** The licence texts in a package's folder. */
export function licenceFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(basename(name)))
    .map((name) => join(folder, name));
}
