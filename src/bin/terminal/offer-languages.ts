/** Registers each language file of `languages/`; it is read when its language is needed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, type LanguageFile, languageFileSchema, offerLanguage } from '../../words/languages.ts';
import { textOf } from '../../words/said-error.ts';
import { say, type Text } from '../../words/say.ts';
import { sayFirstIssue } from '../../words/say-issue.ts';
import { speak } from '../../words/speak.ts';

/** Never fails: an invalid file is reported at the terminal, in the `reader`'s language if it is another one, and English is used instead. */
export function offerLanguages(folder: string, reader: () => Language = () => 'en'): void {
  for (const name of listFiles(folder)) {
    const [, code] = /^([a-z]{2,3})\.json$/.exec(name) ?? [];
    if (code !== undefined) offerLanguage(code, () => readLanguage(code, join(folder, name), reader));
  }
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function readLanguage(code: Language, path: string, reader: () => Language): LanguageFile | null {
  const read = parseLanguage(path);
  if ('file' in read) return read.file;
  const language = reader();
  const told = say`${path} can't be used, so I speak English instead: ${read.why}`;
  process.stderr.write(`${speak(told, language === code ? 'en' : language)}\n`);
  return null;
}

function parseLanguage(path: string): { readonly file: LanguageFile } | { readonly why: Text } {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const parsed = languageFileSchema.safeParse(value);
    return parsed.success ? { file: parsed.data } : { why: sayFirstIssue(parsed.error, value) };
  } catch (error) {
    return { why: textOf(error) };
  }
}
