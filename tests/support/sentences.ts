/** Finds every sentence that the source says: the keys of all say-templates, as the catalogs name them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** The chat page around everything: its sentences stand in it as `{{say:…}}`. */
const SHELL = 'adapters/chat/web/page/index.html';
const TAG = 'say`';

/** Each sentence without the blanks around it, with a file that says it. */
export function findSentences(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('{src,adapters}/**/*.{ts,js,mjs}', { cwd: ROOT })) {
    const source = withoutComments(readFileSync(join(ROOT, file), 'utf8'));
    for (const sentence of sentencesIn(source)) found.set(sentence.trim(), file);
  }
  for (const [, sentence = ''] of readFileSync(join(ROOT, SHELL), 'utf8').matchAll(/\{\{say:([^}]+)\}\}/g))
    found.set(sentence, SHELL);
  return found;
}

/** Those within the parts of others too; a sentence may itself end with the tag's word. */
function sentencesIn(source: string): readonly string[] {
  const found: string[] = [];
  for (let at = source.indexOf(TAG); at >= 0; at = source.indexOf(TAG, at)) {
    if (/\w/.test(source.charAt(at - 1))) {
      at += 1;
      continue;
    }
    const { sentence, parts, end } = readTemplate(source, at + TAG.length);
    found.push(sentence, ...parts.flatMap(sentencesIn));
    at = end;
  }
  return found;
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, '');
}

interface Template {
  readonly sentence: string;
  /** The code of each. */
  readonly parts: readonly string[];
  /** Behind the closing backtick. */
  readonly end: number;
}

/** From behind the opening backtick; parts become `{0}`, `{1}`. */
function readTemplate(source: string, start: number): Template {
  let sentence = '';
  const parts: string[] = [];
  let at = start;
  while (source.charAt(at) !== '`') {
    if (at >= source.length) throw new Error(`a template does not end: ${source.slice(start, start + 60)}`);
    if (source.startsWith('${', at)) {
      const end = skipPart(source, at + 2);
      sentence += `{${parts.length}}`;
      parts.push(source.slice(at + 2, end - 1));
      at = end;
    } else if (source.charAt(at) === '\\') {
      const escaped = source.charAt(at + 1);
      sentence += escaped === 'n' ? '\n' : escaped;
      at += 2;
    } else {
      sentence += source.charAt(at);
      at += 1;
    }
  }
  return { sentence, parts, end: at + 1 };
}

/** From an opening quote to behind the closing one. */
function skipString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== source.charAt(start)) at += source.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** From behind `${` to behind its brace. */
function skipPart(source: string, start: number): number {
  let depth = 1;
  let at = start;
  while (depth > 0) {
    const character = source.charAt(at);
    if (character === '`') at = readTemplate(source, at + 1).end;
    else if (character === "'" || character === '"') at = skipString(source, at);
    else {
      depth += character === '{' ? 1 : character === '}' ? -1 : 0;
      at += 1;
    }
  }
  return at;
}

/** The names of all rules that ask, as the gate's code spells them out: the first word of a judgement. */
export function findAskingRules(): readonly string[] {
  const rules = new Set<string>();
  for (const file of globSync('src/{safety,run,skills}/**/*.ts', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, rule = ''] of source.matchAll(
      /(?:\b(?:high|critical|unknown)\(\s*|\brule: (?=['`]danger))['`]([a-z]+(?:\.[a-z-]*)?)(?=['`$])/g,
    ))
      rules.add(rule);
  }
  return [...rules];
}
