/** Where Deskhand's own files lie: beside the sources in a checkout, in `dist/` of the published package. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Compiled and installed as a package, not run from a checkout. */
export const IS_PUBLISHED = !import.meta.filename.endsWith('.ts');

/** The folder of package.json and of the shipped skills. */
export const PROJECT_ROOT = resolve(import.meta.dirname, IS_PUBLISHED ? '..' : '../..');

/** One file for each language beyond English and German, by its code. */
export const LANGUAGES_FOLDER = join(PROJECT_ROOT, 'languages');

/** Programs that run in processes or threads of their own, and files that are read as they are; absolute paths. */
export const OWN_FILES = {
  entry: place('src/bin/entry.mjs', 'entry.mjs'),
  hands: place('src/bin/hands.ts', 'hands.js'),
  accessibilityChild: place('adapters/desktop/macos/native/ax-child.ts', 'ax-child.js'),
  readingChild: place('adapters/reading/reading-child.ts', 'reading-child.js'),
  keychainChild: place('adapters/secrets/keychain-child.ts', 'keychain-child.js'),
  documentChild: place('adapters/machine/documents/document-child.ts', 'document-child.js'),
  voiceChild: place('adapters/voice/voice-child.ts', 'voice-child.js'),
  recallWorker: place('adapters/recall/worker.ts', 'recall-worker.js'),
  /** Sets of packages that only some want, each locked; in the published package only. */
  extra: place('dist/extra', 'extra'),
  /** The folder of the chat page. */
  page: place('adapters/chat/web/page', 'page'),
  bashParser: {
    parser: place('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'),
    grammar: place('node_modules/tree-sitter-bash/tree-sitter-bash.wasm', 'tree-sitter-bash.wasm'),
  },
} as const;

/** Deskhand's own code for programs that see nothing else: files and folders, absolute. */
export const OWN_CODE: readonly string[] = IS_PUBLISHED
  ? [import.meta.dirname, join(PROJECT_ROOT, 'package.json')]
  : ['adapters', 'src', 'node_modules', 'package.json'].map((name) => join(PROJECT_ROOT, name));

/** The version in package.json. */
export function versionOfDeskhand(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

function place(inCheckout: string, inPackage: string): string {
  return IS_PUBLISHED ? join(import.meta.dirname, inPackage) : join(PROJECT_ROOT, inCheckout);
}
