/** Offers each language that a file of `languages/` brings; the file is read when somebody wants it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageFile, languageFileSchema, offerLanguage } from '../../words/languages.ts';
import { textOf } from '../../words/said-error.ts';
import { english } from '../../words/speak.ts';

/** Never fails: a file that is no good is told at the terminal, and English is said instead. */
export function offerLanguages(folder: string): void {
  for (const name of listFiles(folder)) {
    const [, code] = /^([a-z]{2,3})\.json$/.exec(name) ?? [];
    if (code !== undefined) offerLanguage(code, () => readLanguage(join(folder, name)));
  }
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function readLanguage(path: string): LanguageFile | null {
  try {
    return languageFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    process.stderr.write(`${path} can't be used, so English is said instead: ${english(textOf(error))}\n`);
    return null;
  }
}
