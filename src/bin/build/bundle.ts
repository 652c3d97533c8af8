/** Compiles the sources into `dist/`: one JavaScript file for each program, what several share in chunks beside them. */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { COMMANDS_OF_THE_PACKAGE } from '../command-list.ts';
import { PROJECT_ROOT } from '../own-files.ts';

/** In a process or thread of their own, or read by the entry. Names are those that own-files.ts and entry.mjs know. */
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

/** Packages that stay packages: what is native, and what is installed only when it is wanted. */
const FIRST_USE = ['@xenova/transformers'];
/** Named by libraries for uses that never come: vectra's own embeddings, and streams for a Node older than 18. */
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

/** `external`: packages that the published one depends on. What was in `folder` before is gone. Rejects with esbuild's sentences. */
export async function bundle(folder: string, external: readonly string[]): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const commands = COMMANDS_OF_THE_PACKAGE.map(({ name }) => [`commands/${name}`, `src/bin/commands/${name}.ts`]);
  const { metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { ...PROGRAMS, ...Object.fromEntries(commands) },
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
  });
  for (const [from, to] of COPIED) cpSync(join(PROJECT_ROOT, from), join(folder, to), { recursive: true });
  return metafile;
}

/** The packages whose code is in what was built, by the folder they were read from. */
export function bundledPackages({ inputs }: Metafile): readonly string[] {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const wasm = COPIED.flatMap(([from]) => /^(node_modules\/[^/]+)\//.exec(from)?.[1] ?? []);
  return [...new Set([...folders, ...wasm])].toSorted();
}

/** The licence texts in a package's folder. */
export function licenceFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(basename(name)))
    .map((name) => join(folder, name));
}
