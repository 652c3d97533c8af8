/**
 * Hostile and ordinary inputs by kind: our own in tests/corpora, and with them what others collected, where that is kept beside the
 * project (never inside it).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FOLDERS = [
  join(import.meta.dirname, '..', 'corpora'),
  join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora'),
];

/** The lines of a .jsonl corpus, ours first. */
export function readCorpus<T>(name: string, line: z.ZodType<T>): readonly T[] {
  return readEach(name)
    .flatMap((text) => text.split('\n'))
    .filter((one) => one !== '')
    .map((one) => line.parse(JSON.parse(one)));
}

/** Texts that break programs which take text. */
export function readNaughtyStrings(): readonly string[] {
  const all = readEach('naughty_strings.json').flatMap((text) => z.array(z.string()).parse(JSON.parse(text)));
  return [...new Set(all)];
}

function readEach(name: string): readonly string[] {
  return FOLDERS.map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
}
