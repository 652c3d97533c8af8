/** Parses `.env` as Node does, with a sentence for each misleading line. */
import { parseEnv } from 'node:util';
import { say, type Text } from '../words/say.ts';

export interface EnvFile {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Each names a line by its number, never by its content, which may be a secret. */
  readonly problems: readonly Text[];
}

const ASSIGNMENT = /^\s*(?:export\s+)?[A-Z_][A-Z0-9_]*\s*=/;

export function parseEnvFile(text: string): EnvFile {
  // Removes a byte order mark and trailing blanks: Node takes the next line as the value of a line that ends in blanks.
  const tidy = text.replace(/^\uFEFF/, '').replace(/[ \t\r]+$/gm, '');
  // Removes indented comments, and lines with a “=” without a name, which Node would read as settings.
  const values = parseEnv(tidy.replace(/^[ \t]*[#=].*$/gm, ''));
  return { values, problems: findProblems(tidy.split('\n')) };
}

function findProblems(lines: readonly string[]): readonly Text[] {
  const problems: Text[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    const place = say`Line ${String(index + 1)} of .env`;
    if (line === '' || line.startsWith('#')) continue;
    const equals = line.indexOf('=');
    if (equals < 0)
      problems.push(say`${place} is ignored: it has no “=”. Write ${'NAME=value'}, or # before a remark.`);
    else if (equals === 0) problems.push(say`${place} is ignored: it has no name before its “=”.`);
    const value = equals > 0 ? line.slice(equals + 1).trim() : '';
    const quote = value.charAt(0);
    if (!['"', "'", '`'].includes(quote)) continue;
    const end = findEnd(value.slice(1), quote, lines.slice(index + 1));
    if (end === null) {
      problems.push(
        say`${place} begins with a quote that is never closed, so the quote counts as a part of the value.`,
      );
      continue;
    }
    const last = index + 1 + end.linesLater;
    if (lines.slice(index + 1, last).some((within) => ASSIGNMENT.test(within)))
      problems.push(
        say`${place} opens a quote that is closed only on line ${String(last)}, so what is between them is not set. Close it on its own line.`,
      );
    const rest = end.rest.trim();
    if (rest !== '' && !rest.startsWith('#'))
      problems.push(
        say`What stands behind the closing quote on line ${String(last)} of .env is ignored. Put all of it inside.`,
      );
    index += end.linesLater;
  }
  return problems;
}

/** Where the quote is closed: number of lines later, and the text after it; null when it never is. */
function findEnd(
  first: string,
  quote: string,
  later: readonly string[],
): { readonly linesLater: number; readonly rest: string } | null {
  for (const [linesLater, line] of [first, ...later].entries()) {
    const at = line.indexOf(quote);
    if (at >= 0) return { linesLater, rest: line.slice(at + 1) };
  }
  return null;
}
