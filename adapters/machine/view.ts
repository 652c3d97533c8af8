/** Views a file by numbered lines, or a folder by what it holds. */
import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { countOf } from '../../src/words/amounts.ts';
import { hasOnlyCrLf, splitLines } from './text-edit.ts';

/** What one view shows at most. */
const VIEW_CHARACTERS = 16_000;
const LINE_CHARACTERS = 2_000;

/** Lines `line`… (from 1) of a file's text, at most `amount`; null when it has no such line. */
export function showLines(text: string, line: number, amount: number): string | null {
  const lines = splitLines(text);
  const window = lines.slice(line - 1, line - 1 + amount).map((content, index) => {
    const shown =
      content.length > LINE_CHARACTERS
        ? `${content.slice(0, LINE_CHARACTERS)}… (${content.length} characters)`
        : content;
    return `${String(line + index).padStart(6)}\t${shown}`;
  });
  const fitting = takeFitting(window);
  if (fitting.length === 0) return lines.length === 0 && line === 1 ? 'The file is empty.' : null;
  const ends = hasOnlyCrLf(text) ? ', line ends CR LF' : '';
  const head = `Lines ${line}–${line + fitting.length - 1} of ${lines.length}${ends}:`;
  return [head, ...fitting].join('\n');
}

/** Entries `line`… of a folder, at most `amount`: folders with a slash, files with their size, links with where they lead. */
export async function showFolder(path: string, line: number, amount: number): Promise<string> {
  const names = (await readdir(path)).toSorted();
  if (names.length === 0) return 'The folder is empty.';
  const window = names.slice(line - 1, line - 1 + amount);
  const fitting = takeFitting(await Promise.all(window.map((name) => describeEntry(path, name))));
  const rest = names.length - fitting.length;
  const head = `${countOf(names.length, 'entry').replace(/entrys$/, 'entries')}${rest === 0 ? '' : `, ${fitting.length} of them from ${line} on`}:`;
  return [head, ...fitting].join('\n');
}

async function describeEntry(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const shown = /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
  const target = await readlink(path).catch(() => null);
  if (target !== null) return `${shown} → ${target}`;
  const found = await stat(path).catch(() => null);
  if (found === null) return shown;
  return found.isDirectory() ? `${shown}/` : `${shown} (${found.size} bytes)`;
}

function takeFitting(lines: readonly string[]): readonly string[] {
  let characters = 0;
  const end = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > VIEW_CHARACTERS;
  });
  return end === -1 ? lines : lines.slice(0, Math.max(1, end));
}
