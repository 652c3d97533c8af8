/** Reads key combinations ("cmd+s", "Control_L+Page_Up", "⌘⇧4") into one canonical form, in X11, macOS and Anthropic spellings. */

import { closestWord } from '../words/closest.ts';
import { say, type Text } from '../words/say.ts';
import { CHARACTER_NAMES, MODIFIER_ALIASES, type Modifier, NAMED_KEY_ALIASES } from './key-names.ts';

export interface KeyCombo {
  /** In the order they are pressed, each once. */
  readonly modifiers: readonly Modifier[];
  /**
   * One character as the keyboard would type it ("s", "+", "ä"), or a name of `NAMED_KEYS`, or a modifier pressed by itself.
   */
  readonly key: string;
}

export type ParsedKeys =
  | { readonly ok: true; readonly combo: KeyCombo }
  | { readonly ok: false; readonly reason: Text };

const modifiersByWord = new Map<string, Modifier>();
for (const modifier of ['ctrl', 'control', 'cmd', 'alt', 'shift', 'altgr', 'fn'] as const) {
  for (const word of [modifier, ...MODIFIER_ALIASES[modifier]]) modifiersByWord.set(word, modifier);
}

const keysByWord = new Map<string, string>(Object.entries(CHARACTER_NAMES));
for (const [key, aliases] of Object.entries(NAMED_KEY_ALIASES)) {
  for (const word of [key, ...aliases]) keysByWord.set(squeeze(word), key);
}

/** Every word that can stand between two `+`, for suggestions. */
const KNOWN_WORDS: readonly string[] = [...modifiersByWord.keys(), ...keysByWord.keys()].filter((word) =>
  /^\w+$/.test(word),
);

/** Reads one combination; the reason says what is wrong and names the closest known key. */
export function parseKeys(text: string): ParsedKeys {
  const parts = splitCombo(text);
  if (parts.length === 0) return refuse(say`no key is named`);
  const modifiers: Modifier[] = [];
  for (const part of parts.slice(0, -1)) {
    const modifier = modifiersByWord.get(squeeze(part));
    if (modifier === undefined) return refuse(explainModifier(part));
    if (!modifiers.includes(modifier)) modifiers.push(modifier);
  }
  const last = parts.at(-1) ?? '';
  if (last === '') return refuse(say`"${text.trim()}" ends with +; the plus key is written plus, as in ctrl+plus`);
  const lone = modifiersByWord.get(squeeze(last));
  const key = lone ?? readKey(last);
  if (key === null) return refuse(explainKey(last));
  if (isUpperCaseLetter(key)) return { ok: true, combo: readUpperCase(key, modifiers) };
  return { ok: true, combo: { modifiers: modifiers.filter((modifier) => modifier !== lone), key } };
}

/** Canonical spelling; `parseKeys` reads it back to the same combination. */
export function formatKeys(combo: KeyCombo): string {
  return [...combo.modifiers, combo.key === '+' ? 'plus' : combo.key].join('+');
}

/** Shift, Control and the like by themselves: they write nothing. */
export function isLoneModifier(keys: string): boolean {
  const parsed = parseKeys(keys);
  return parsed.ok && modifiersByWord.has(parsed.combo.key);
}

/** "a+b" → a, b; a plus that joins nothing is the plus key itself; "⌘⇧4" needs no plus. */
function splitCombo(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const spelled = trimmed.replace(/([⌘⌥⇧⌃])(?=[^+\s])/gu, '$1+');
  if (spelled === '+') return ['+'];
  const parts = joinedByHyphens(spelled) ?? spelled.split('+').map((part) => part.trim());
  const endsInPlusKey = parts.length > 2 && parts.at(-1) === '' && parts.at(-2) === '';
  return endsInPlusKey ? [...parts.slice(0, -2), '+'] : parts;
}

/** Splits "Ctrl-Shift-T", where every word but the last is a modifier; null when the text has another form. */
function joinedByHyphens(text: string): readonly string[] | null {
  const parts = text.split('-').map((part) => part.trim());
  const isChord = parts.length > 1 && parts.at(-1) !== '' && !text.includes('+');
  return isChord && parts.slice(0, -1).every((part) => modifiersByWord.has(squeeze(part))) ? parts : null;
}

function readKey(word: string): string | null {
  if (Array.from(word).length === 1) return readCharacter(word);
  // Browsers name keys by their place: `KeyA`, `Digit1`.
  const code = /^(?:Key([A-Z])|Digit(\d))$/.exec(word);
  if (code !== null) return (code[1] ?? code[2] ?? '').toLowerCase();
  return keysByWord.get(squeeze(word)) ?? null;
}

/** Some single characters are pictures of keys (⌫, ↑); control characters are no keys. */
function readCharacter(character: string): string | null {
  const named = keysByWord.get(character);
  if (named !== undefined) return named;
  return /[\p{C}\p{Z}]/u.test(character) ? null : character;
}

/** "A" alone types a capital; "ctrl+S" is how people write Control and the S key. */
function readUpperCase(letter: string, modifiers: readonly Modifier[]): KeyCombo {
  return { modifiers: modifiers.length === 0 ? ['shift'] : modifiers, key: letter.toLowerCase() };
}

/** True only for letters whose lower case is one character with the same upper case. */
function isUpperCaseLetter(key: string): boolean {
  const lower = key.toLowerCase();
  return Array.from(key).length === 1 && lower !== key && Array.from(lower).length === 1 && lower.toUpperCase() === key;
}

/** Case, underscores, hyphens and blanks make no difference: Page_Up, page-up, PageUp. */
function squeeze(word: string): string {
  return Array.from(word).length === 1 ? word.toLowerCase() : word.toLowerCase().replace(/[_\-\s]/g, '');
}

function explainModifier(word: string): Text {
  if (word === '') return say`nothing stands before a +; the plus key is written plus, as in ctrl+plus`;
  if (readKey(word) !== null)
    return say`"${word}" is no modifier: only the last key may be another one than cmd, ctrl, control, alt, shift`;
  return explainKey(word);
}

function explainKey(word: string): Text {
  if (/\s/.test(word))
    return say`"${word.slice(0, 40)}" is more than one key; press one combination at a time, joined with +`;
  const closest = closestWord(squeeze(word), KNOWN_WORDS);
  const unknown = say`there is no key "${word.slice(0, 40)}"`;
  return closest === null ? unknown : say`${unknown}; the closest is ${closest}`;
}

function refuse(reason: Text): ParsedKeys {
  return { ok: false, reason };
}
