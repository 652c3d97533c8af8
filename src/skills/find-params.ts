/** Finds the words of a goal that the run worked with: they become a skill's parameters. */
import type { Action } from '../action/schema.ts';

/** One parameter: its name, and the words of the goal it stands for. */
export interface FoundParam {
  readonly name: string;
  readonly value: string;
  /** Position in the goal. */
  readonly at: number;
}

const QUOTED = /["“„«‘']([^"”“»’'\n]{1,500})["”»’']/g;
/** Paths, addresses, names of files, numbers. */
const TELLING =
  /(?:~?\/|https?:\/\/)[^\s"'“”,;]+|[\w.-]+\.[a-z]{1,6}\b(?:\/[^\s"'“”,;]*)?|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d+(?:[.,:]\d+)*\b/gi;
const MOST_CHARACTERS = 500;
const MOST_PARAMS = 5;

/** Longer words are preferred; the result is in the goal's order without overlaps. Words that would break a command are left out. */
export function findParams(goal: string, actions: readonly Action[]): readonly FoundParam[] {
  const texts = actions.flatMap(textsOf);
  const candidates = [
    ...[...goal.matchAll(QUOTED)].map((match) => match[1] ?? ''),
    ...[...goal.matchAll(TELLING)].flatMap((match) => withLastPart(match[0].replace(/[.,;:!?]+$/, ''))),
    ...texts.filter(({ kind, text }) => kind === 'text' && text.trim().length > 1).map(({ text }) => text.trim()),
  ];
  const wanted = [...new Set(candidates)]
    .filter((value) => value.length <= MOST_CHARACTERS && /[\p{L}\p{N}]/u.test(value))
    .filter((value) => texts.some(({ kind, text }) => fillWith(kind, text, value, 'x') !== text))
    .filter((value) => texts.every(({ kind, text }) => canReplace(kind, text, value)))
    .sort((one, other) => other.length - one.length);
  const found: FoundParam[] = [];
  for (const value of wanted) {
    const at = findWhole(goal, value, 0);
    if (at < 0 || found.length >= MOST_PARAMS) continue;
    if (found.some((one) => at < one.at + one.value.length && one.at < at + value.length)) continue;
    found.push({ name: nameFor(value, texts, found), value, at });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** The folder may be spelled differently in the action and in the goal, but the file name is the same. */
function withLastPart(path: string): readonly string[] {
  const last = path.split('/').at(-1) ?? '';
  return last === '' || last === path ? [path] : [path, last];
}

/** The action with `{{name}}` in place of the goal's words; values without strings stay unchanged. */
export function putParams(action: Action, params: readonly FoundParam[]): Readonly<Record<string, unknown>> {
  const entries = Object.entries(action).map(([key, value]): [string, unknown] => {
    if (typeof value !== 'string' || key === 'action') return [key, value];
    return [key, putInto(kindOf(action.action, key), value, params)];
  });
  return Object.fromEntries(entries);
}

/** The same for a plain text, such as the name of an element. */
export function putIntoText(text: string, params: readonly FoundParam[]): string {
  return putInto('text', text, params);
}

type Kind = 'text' | 'command' | 'script' | 'url' | 'fixed';

function kindOf(action: Action['action'], key: string): Kind {
  if (key === 'command' || key === 'script' || key === 'url') return key;
  // Keys and applications are part of the method, not a parameter.
  return key === 'keys' || key === 'app' || key === 'button' || key === 'direction' || action === 'open_app'
    ? 'fixed'
    : 'text';
}

function textsOf(action: Action): readonly { readonly kind: Kind; readonly text: string; readonly key: string }[] {
  return Object.entries(action).flatMap(([key, value]) =>
    typeof value === 'string' && key !== 'action' ? [{ kind: kindOf(action.action, key), text: value, key }] : [],
  );
}

function putInto(kind: Kind, text: string, params: readonly FoundParam[]): string {
  const byLength = params.toSorted((one, other) => other.value.length - one.value.length);
  return byLength.reduce((filled, { name, value }) => fillWith(kind, filled, value, `{{${name}}}`), text);
}

/** In commands and scripts a filled-in parameter is one quoted word, so it can only replace a whole word. */
function fillWith(kind: Kind, text: string, value: string, by: string): string {
  switch (kind) {
    case 'fixed':
      return text;
    case 'text':
      return replaceWhole(text, value, by);
    case 'url':
      return [encodeURIComponent(value).replaceAll('%20', '+'), encodeURIComponent(value), value].reduce(
        (filled, form) => replaceWhole(filled, form, by),
        text,
      );
    case 'command':
      return replaceWord(text, value, by, /^[\w@%+=:,./-]+$/.test(value), ["'", '"']);
    case 'script':
      return replaceWord(text, value, by, false, ['"']);
  }
}

function canReplace(kind: Kind, text: string, value: string): boolean {
  if (kind !== 'command' && kind !== 'script') return true;
  return findWhole(fillWith(kind, text, value, ' '), value, 0) < 0;
}

function replaceWord(text: string, value: string, by: string, isPlain: boolean, quotes: readonly string[]): string {
  const quoted = quotes.reduce((filled, quote) => filled.replaceAll(`${quote}${value}${quote}`, () => by), text);
  if (!isPlain) return quoted;
  const pieces = quoted.match(/'[^']*'|"[^"]*"|\s+|[^\s'"]+|['"]/g) ?? [];
  const isBlank = (piece: string | undefined): boolean => piece === undefined || /^\s/.test(piece);
  return pieces
    .map((piece, index) => (piece === value && isBlank(pieces[index - 1]) && isBlank(pieces[index + 1]) ? by : piece))
    .join('');
}

function replaceWhole(text: string, value: string, by: string): string {
  let filled = '';
  let from = 0;
  for (let at = findWhole(text, value, 0); at >= 0; at = findWhole(text, value, from)) {
    filled += text.slice(from, at) + by;
    from = at + value.length;
  }
  return filled + text.slice(from);
}

/** Only as a whole word or number. */
function findWhole(text: string, value: string, start: number): number {
  if (value === '') return -1;
  for (let at = text.indexOf(value, start); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = /[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(value);
    const after = /^[\p{L}\p{N}]/u.test(text.slice(at + value.length)) && /[\p{L}\p{N}]$/u.test(value);
    if (!before && !after) return at;
  }
  return -1;
}

function nameFor(
  value: string,
  texts: readonly { readonly kind: Kind; readonly text: string; readonly key: string }[],
  taken: readonly FoundParam[],
): string {
  const base = baseName(value, texts);
  const isTaken = (name: string): boolean => taken.some((param) => param.name === name);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(name)) return name;
  }
}

function baseName(value: string, texts: Parameters<typeof nameFor>[1]): string {
  if (/^\S+@\S+\.\w+$/.test(value)) return 'email';
  if (/^(?:~?\/)/.test(value) || texts.some(({ key, text }) => key === 'path' && text === value)) return 'path';
  if (/^https?:/i.test(value)) return 'address';
  if (/^[\d.,:]+$/.test(value)) return 'number';
  if (/^\S+\.[a-z]{1,6}$/i.test(value))
    return texts.some(({ kind, text }) => kind === 'url' && text.includes(value)) ? 'address' : 'file';
  return 'text';
}
