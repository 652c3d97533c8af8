/** Splits AppleScript into words, strings, numbers and marks, line by line; comments and line continuations are gone. */
import { type Sentence, say } from '../../words/say.ts';

export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'mark';
  /** Words in lower case; strings without quotes and escapes. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
}

export type AppleScriptLines =
  | { readonly ok: true; readonly lines: readonly (readonly Token[])[] }
  | { readonly ok: false; readonly reason: Sentence };

const TOKEN =
  /(?<space>[ \t]+|¬[ \t]*(?:--[^\n]*)?\n)|(?<newline>\n)|(?<comment>--[^\n]*|#[^\n]*)|(?<string>"(?:[^"\\]|\\[\s\S])*")|(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<mark>'s(?![A-Za-z0-9_])|≤|≥|≠|<=|>=|\/=|[{}(),&+\-*/=<>:^÷])/y;

/** Refuses everything that is not plain AppleScript (raw event codes, `|names|`, JavaScript). */
export function readAppleScript(script: string): AppleScriptLines {
  const source = script.replaceAll(/\r\n?/g, '\n');
  const lines: Token[][] = [];
  let line: Token[] = [];
  let at = 0;
  while (at < source.length) {
    if (source.startsWith('(*', at)) {
      const end = skipBlockComment(source, at);
      if (end < 0) return { ok: false, reason: say`I can't read the script: a comment has no end` };
      at = end;
      continue;
    }
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(source)?.groups;
    if (groups === undefined)
      return { ok: false, reason: say`The script holds something that is not plain AppleScript` };
    at = TOKEN.lastIndex;
    if (groups.newline !== undefined) {
      lines.push(line);
      line = [];
    } else {
      const token = tokenOf(groups);
      if (token !== null) line.push(token);
    }
  }
  lines.push(line);
  return { ok: true, lines: lines.filter((tokens) => tokens.length > 0) };
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token | null {
  const { string, number, word, mark } = groups;
  if (string !== undefined)
    return { kind: 'string', text: string.slice(1, -1).replaceAll(/\\([\s\S])/g, plainCharacter), raw: string };
  if (number !== undefined) return { kind: 'number', text: number, raw: number };
  if (word !== undefined) return { kind: 'word', text: word.toLowerCase(), raw: word };
  return mark === undefined ? null : { kind: 'mark', text: mark, raw: mark };
}

function plainCharacter(_: string, char: string): string {
  return char === 'n' ? '\n' : char === 't' ? '\t' : char === 'r' ? '\r' : char;
}

/** Block comments nest. Returns the place after the end, or -1. */
function skipBlockComment(source: string, start: number): number {
  const marks = /\(\*|\*\)/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let match = marks.exec(source); match !== null; match = marks.exec(source)) {
    depth += match[0] === '(*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}
