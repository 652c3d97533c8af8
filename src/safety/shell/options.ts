/** Reads a tool's options against the list of those that change nothing. */
import { plainWord, type ShellWord } from './words.ts';

/**
 * A list of options, blank-separated. `-abc`: three single letters; `-k=`: takes a value; `-k?`: takes one only when it is
 * attached; `=@`: the value is a path that is read; `-#`: a number (`head -20`); `--name`, `--name=`, `--name?` likewise.
 * In a list of whole words (`find`, most of macOS) `-name` is one option. `*`: every option of this tool is harmless.
 */
export type OptionList = string;

export type OptionStyle = 'letters' | 'words';

type ValueKind = 'none' | 'text' | 'path' | 'attached';

export interface OptionTable {
  readonly style: OptionStyle;
  readonly takesAny: boolean;
  readonly takesNumbers: boolean;
  readonly kinds: ReadonlyMap<string, ValueKind>;
}

export interface ReadOptions {
  /** Every option found, in its listed spelling, with its last value ('' for none). */
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly ShellWord[];
  /** Values that are paths the tool reads. */
  readonly pathValues: readonly ShellWord[];
  /** Values of text options, in order; patterns are among them. */
  readonly textValues: readonly { readonly option: string; readonly value: ShellWord }[];
  /** True when `--` stood before the operands. */
  readonly isGuarded: boolean;
  /** The first option that is not on the list; '' when all are. */
  readonly unknown: string;
}

export function compileOptions(list: OptionList, style: OptionStyle): OptionTable {
  const kinds = new Map<string, ValueKind>();
  let takesAny = false;
  let takesNumbers = false;
  for (const entry of list.split(/\s+/)) {
    if (entry === '') continue;
    if (entry === '*') takesAny = true;
    else if (entry === '-#') takesNumbers = true;
    else addEntry(entry, style, kinds);
  }
  return { style, takesAny, takesNumbers, kinds };
}

function addEntry(entry: string, style: OptionStyle, kinds: Map<string, ValueKind>): void {
  const { name, kind } = splitEntry(entry);
  if (style === 'words' || name.startsWith('--') || name === '-') kinds.set(name, kind);
  else for (const letter of name.slice(1)) kinds.set(`-${letter}`, kind);
}

function splitEntry(entry: string): { readonly name: string; readonly kind: ValueKind } {
  if (entry.endsWith('=@')) return { name: entry.slice(0, -2), kind: 'path' };
  if (entry.endsWith('=')) return { name: entry.slice(0, -1), kind: 'text' };
  if (entry.endsWith('?')) return { name: entry.slice(0, -1), kind: 'attached' };
  return { name: entry, kind: 'none' };
}

interface Cursor {
  readonly words: readonly ShellWord[];
  at: number;
  readonly options: Map<string, string>;
  readonly operands: ShellWord[];
  readonly pathValues: ShellWord[];
  readonly textValues: { option: string; value: ShellWord }[];
  unknown: string;
}

/** Reads the words after a tool's name. With `stopsAtOperand`, everything from the first operand on is an operand. */
export function readOptions(words: readonly ShellWord[], table: OptionTable, stopsAtOperand: boolean): ReadOptions {
  const cursor: Cursor = {
    words,
    at: 0,
    options: new Map(),
    operands: [],
    pathValues: [],
    textValues: [],
    unknown: '',
  };
  let isGuarded = false;
  for (; cursor.at < words.length; cursor.at += 1) {
    const word = words[cursor.at];
    if (word === undefined) break;
    const { text } = word;
    if (isGuarded || text === '-' || !text.startsWith('-')) {
      cursor.operands.push(word);
      if (stopsAtOperand) isGuarded = true;
    } else if (text === '--') {
      isGuarded = true;
    } else if (text.startsWith('--') || table.style === 'words') {
      readLong(word, table, cursor);
    } else {
      readLetters(word, table, cursor);
    }
  }
  return { ...cursor, isGuarded: isGuarded && !stopsAtOperand };
}

function readLong(word: ShellWord, table: OptionTable, cursor: Cursor): void {
  const split = word.text.indexOf('=');
  const name = split < 0 ? word.text : word.text.slice(0, split);
  const kind = table.kinds.get(name);
  if (kind === undefined) {
    if (table.takesAny || (table.takesNumbers && /^-\d+$/.test(name))) {
      cursor.options.set(name, '');
      // The kind of its value is unknown, so it may be a path.
      if (split >= 0) cursor.pathValues.push({ ...word, text: word.text.slice(split + 1) });
    } else cursor.unknown ||= name;
    return;
  }
  if (split >= 0 && kind === 'none') cursor.unknown ||= word.text;
  else if (split >= 0) take(name, kind, { ...word, text: word.text.slice(split + 1) }, cursor);
  else if (kind === 'none' || kind === 'attached') cursor.options.set(name, '');
  else takeNext(name, kind, cursor);
}

function readLetters(word: ShellWord, table: OptionTable, cursor: Cursor): void {
  if (table.takesNumbers && /^-\d+$/.test(word.text)) {
    cursor.options.set('-#', word.text.slice(1));
    return;
  }
  for (let at = 1; at < word.text.length; at += 1) {
    const name = `-${word.text.charAt(at)}`;
    const kind = table.kinds.get(name);
    const rest = word.text.slice(at + 1);
    if (kind === undefined && !table.takesAny) {
      cursor.unknown ||= name;
      return;
    }
    if (kind === undefined || kind === 'none') {
      // It is unknown whether this letter takes the rest as its value, so the rest may be a path.
      if (kind === undefined && at === 1 && /[/~.]/.test(rest)) cursor.pathValues.push({ ...word, text: rest });
      cursor.options.set(name, '');
    } else {
      if (rest !== '' || kind === 'attached') take(name, kind, { ...word, text: rest }, cursor);
      else takeNext(name, kind, cursor);
      return;
    }
  }
}

function take(name: string, kind: ValueKind, value: ShellWord, cursor: Cursor): void {
  cursor.options.set(name, value.text);
  if (kind === 'path') cursor.pathValues.push(value);
  else cursor.textValues.push({ option: name, value });
}

function takeNext(name: string, kind: ValueKind, cursor: Cursor): void {
  cursor.at += 1;
  const value = cursor.words[cursor.at];
  if (value === undefined) cursor.unknown ||= `${name} without a value`;
  take(name, kind, value ?? plainWord(''), cursor);
}
