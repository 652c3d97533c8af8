/** The page's own files, read once at the start: nothing else on this disk can be asked for. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { GERMAN_PAGE } from '../../../src/words/german/page.ts';
import { knownLanguages } from '../../../src/words/languages.ts';
import { type Language, sayAll } from '../../../src/words/speak.ts';

const SHELL = 'index.html';
const ENTRY = 'page.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface PageFiles {
  /** The HTML shell of the page, with its words; only tags that carry `nonce` load. */
  renderShell(nonce: string, language: Language): string;
  find(name: string): PageFile | undefined;
  /** The languages that the page can be shown in. */
  readonly languages: readonly Language[];
}

/** `folder`: `page/` beside this file, or where it was copied to. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const shell = await readFile(join(folder, SHELL), 'utf8');
  const files = new Map<string, PageFile>();
  for (const name of await readdir(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(name, { bytes: Uint8Array.from(await readFile(join(folder, name))), type });
  }
  // All modules are preloaded together, instead of one after the other as each names the next.
  const preloads = [...files.keys()]
    .filter((name) => name.endsWith('.js') && name !== ENTRY)
    .map((name) => `<link rel="modulepreload" nonce="{{nonce}}" href="/page/${name}">`)
    .join('\n    ');
  const whole = shell.replace('{{preloads}}', preloads);
  const shells = new Map<Language, string>();
  const shellOf = (language: Language): string => {
    const known = shells.get(language) ?? translate(whole, language, sayAll(Object.keys(GERMAN_PAGE), language));
    shells.set(language, known);
    return known;
  };
  return {
    renderShell: (nonce, language) => shellOf(language).replaceAll('{{nonce}}', nonce),
    find: (name) => files.get(name),
    languages: knownLanguages(),
  };
}

function translate(shell: string, language: Language, words: Readonly<Record<string, string>>): string {
  return shell
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll('{{words}}', () => escapeHtml(JSON.stringify(words)))
    .replace(/\{\{say:([^}]+)\}\}/g, (_, sentence: string) => escapeHtml(words[sentence] ?? sentence));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
