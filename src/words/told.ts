/**
 * Sentences of parts that know no languages: errors, results and notes of the desktop, the machine, the model's provider, files, checks.
 * They come in English, from other processes too; here they are recognized by their shape and said in German. What is not
 * recognized (a program's output, a provider's own words) stays as it is.
 */
import { GERMAN_SHIPPED } from './german-shipped.ts';
import { GERMAN_TOLD } from './german-told.ts';

interface Shape {
  readonly pattern: RegExp;
  /** German, with `{0}`, `{1}` where the parts of the English one go. */
  readonly german: string;
  /** Which part each group of the pattern is. */
  readonly parts: readonly number[];
  /** So much of it is a name that anybody's sentence could look like it: only what looks like a name is taken for one. */
  readonly wantsName: boolean;
}

const MOST_CHARACTERS = 2000;
/** Never beyond the end of a sentence: what comes after it is one of its own. */
const PART = '((?:(?![.!?;] |\\n).)+?)';
/** A path, something in quotes, one word, or words that begin large. */
const NAME = /^(?:[~/“"'].*|\S+|\p{Lu}\S*(?: [\p{Lu}\d]\S*)*)$/u;
/** Characters of a sentence beside a name at its beginning that make it sure whose it is. */
const SURE_LENGTH = 14;
const SPLITS = [/(?<=[.!?])(?= )|(?=\n)/, /(?<=;)(?= )/];
let shapes: readonly Shape[] | null = null;

export function tellInGerman(text: string): string {
  return GERMAN_SHIPPED[text] ?? (text.length > MOST_CHARACTERS ? text : tellParts(text, SPLITS));
}

/** The whole if it is known; else its sentences, and of those the halves. */
function tellParts(text: string, splits: readonly RegExp[]): string {
  const lead = /^\s*/.exec(text)?.[0] ?? '';
  const core = text.trim();
  if (core === '') return text;
  const [split, ...finer] = splits;
  const pieces = split === undefined ? [core] : core.split(split);
  const halves = (): string => (splits.length === 0 ? core : pieces.map((piece) => tellParts(piece, finer)).join(''));
  return lead + (findWhole(core) ?? halves()) + text.slice(lead.length + core.length);
}

/** With or without the mark at its end. */
function findWhole(core: string): string | null {
  const end = /[.!;]$/.exec(core)?.[0];
  const bare = end === undefined ? null : match(core.slice(0, -1));
  return bare === null ? match(core) : bare + end;
}

function match(text: string): string | null {
  shapes ??= Object.entries(GERMAN_TOLD)
    .toSorted(([one], [other]) => literalLength(other) - literalLength(one))
    .map(([english, german]) => makeShape(english, german));
  for (const { pattern, german, parts, wantsName } of shapes) {
    const found = pattern.exec(text);
    if (found === null || (wantsName && !NAME.test(found[1] ?? ''))) continue;
    return german.replace(/\{(\d+)\}/g, (_, index: string) => {
      const group = found[parts.indexOf(Number(index)) + 1] ?? '';
      return tellInGerman(group);
    });
  }
  return null;
}

function makeShape(english: string, german: string): Shape {
  const parts: number[] = [];
  const source = english
    .split(/(\{\d+\})/)
    .map((piece) => {
      const part = /^\{(\d+)\}$/.exec(piece)?.[1];
      if (part === undefined) return piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      parts.push(Number(part));
      return PART;
    })
    .join('');
  const wantsName = english.startsWith('{0} ') && german !== english && literalLength(english) < SURE_LENGTH;
  return { pattern: new RegExp(`^${source}$`), german, parts, wantsName };
}

/** The most particular first. */
function literalLength(english: string): number {
  return english.replace(/\{\d+\}/g, '').length;
}
