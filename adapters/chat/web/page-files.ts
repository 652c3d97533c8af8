/** The page's own files, read once at the start: nothing else on this disk can be asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'page');
const SHELL = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface PageFile {
  readonly text: string;
  readonly type: string;
}

export interface PageFiles {
  /** The HTML around everything; only tags that carry `nonce` load. */
  renderShell(nonce: string): string;
  find(name: string): PageFile | undefined;
}

export async function readPageFiles(): Promise<PageFiles> {
  const shell = await readFile(join(FOLDER, SHELL), 'utf8');
  const files = new Map<string, PageFile>();
  for (const name of await readdir(FOLDER)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(name, { text: await readFile(join(FOLDER, name), 'utf8'), type });
  }
  return {
    renderShell: (nonce) => shell.replaceAll('{{nonce}}', nonce),
    find: (name) => files.get(name),
  };
}
