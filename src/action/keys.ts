/** Reads key combinations ("cmd+s", "Control_L+Page_Up", "⌘⇧4") into one canonical form, in X11, macOS and Anthropic spellings. */
import { closestWord } from '../words/closest.ts';

/**
 * `ctrl` and `control` differ on purpose: on a Mac `ctrl` means Command except with a terminal in front, `control` is always
 * Control. `cmd` is Command or Super.
 */
export type Modifier = 'ctrl' | 'control' | 'cmd' | 'alt' | 'shift' | 'altgr' | 'fn';

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
  | { readonly ok: false; readonly reason: string };

const NAMED_KEY_ALIASES = {
  enter: ['return', 'linefeed', '⏎', '↩', '↵'],
  tab: ['⇥', 'isolefttab'],
  space: ['spacebar', '␣'],
  backspace: ['⌫'],
  delete: ['del', 'forwarddelete', 'kpdelete', '⌦'],
  escape: ['esc', '⎋'],
  up: ['arrowup', 'uparrow', 'kpup', '↑'],
  down: ['arrowdown', 'downarrow', 'kpdown', '↓'],
  left: ['arrowleft', 'leftarrow', 'kpleft', '←'],
  right: ['arrowright', 'rightarrow', 'kpright', '→'],
  home: ['kphome', '↖'],
  end: ['kpend', '↘'],
  pageup: ['prior', 'pgup', 'kpprior', 'kppageup', '⇞'],
  pagedown: ['next', 'pgdn', 'pgdown', 'kpnext', 'kppagedown', '⇟'],
  insert: ['ins', 'help', 'kpinsert'],
  capslock: ['⇪'],
  numlock: [],
  scrolllock: [],
  printscreen: ['print', 'prtsc', 'sysrq', 'sysreq', 'snapshot'],
  pause: ['break'],
  menu: ['contextmenu', 'apps'],
  volumeup: ['xf86audioraisevolume', 'audiovolup'],
  volumedown: ['xf86audiolowervolume', 'audiovoldown'],
  mute: ['xf86audiomute', 'volumemute', 'audiomute'],
  playpause: ['xf86audioplay', 'play', 'audioplay'],
  nexttrack: ['xf86audionext', 'audionext'],
  previoustrack: ['xf86audioprev', 'audioprev', 'prevtrack'],
  kp_enter: ['numpadenter'],
  kp_add: ['numpadadd', 'numpadplus'],
  kp_subtract: ['numpadsubtract', 'numpadminus'],
  kp_multiply: ['numpadmultiply'],
  kp_divide: ['numpaddivide'],
  kp_decimal: ['numpaddecimal'],
  kp_0: ['numpad0'],
  kp_1: ['numpad1'],
  kp_2: ['numpad2'],
  kp_3: ['numpad3'],
  kp_4: ['numpad4'],
  kp_5: ['numpad5'],
  kp_6: ['numpad6'],
  kp_7: ['numpad7'],
  kp_8: ['numpad8'],
  kp_9: ['numpad9'],
  f1: [],
  f2: [],
  f3: [],
  f4: [],
  f5: [],
  f6: [],
  f7: [],
  f8: [],
  f9: [],
  f10: [],
  f11: [],
  f12: [],
  f13: [],
  f14: [],
  f15: [],
  f16: [],
  f17: [],
  f18: [],
  f19: [],
  f20: [],
  f21: [],
  f22: [],
  f23: [],
  f24: [],
} as const;

/** A key that types no single character. */
export type NamedKey = keyof typeof NAMED_KEY_ALIASES;

const MODIFIER_ALIASES: Readonly<Record<Modifier, readonly string[]>> = {
  ctrl: ['ctl', 'cmdorctrl', 'commandorcontrol', 'mod'],
  control: ['controll', 'controlr', '⌃'],
  cmd: [
    'command',
    'commandl',
    'commandr',
    'super',
    'superl',
    'superr',
    'win',
    'windows',
    'meta',
    'metal',
    'metar',
    '⌘',
  ],
  alt: ['altl', 'altr', 'option', 'optionl', 'optionr', 'opt', '⌥'],
  shift: ['shiftl', 'shiftr', '⇧'],
  altgr: ['isolevel3shift', 'modeswitch', 'altgraph'],
  fn: ['function', 'globe'],
};

/** X11's names of characters; `plus` is how a plus key is written in a combination. */
const CHARACTER_NAMES: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  hyphen: '-',
  dash: '-',
  equal: '=',
  equals: '=',
  underscore: '_',
  comma: ',',
  period: '.',
  dot: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  colon: ':',
  apostrophe: "'",
  quoteright: "'",
  singlequote: "'",
  quote: "'",
  quotedbl: '"',
  doublequote: '"',
  grave: '`',
  backtick: '`',
  backquote: '`',
  asciitilde: '~',
  tilde: '~',
  asciicircum: '^',
  caret: '^',
  bracketleft: '[',
  leftbracket: '[',
  bracketright: ']',
  rightbracket: ']',
  braceleft: '{',
  leftbrace: '{',
  braceright: '}',
  rightbrace: '}',
  parenleft: '(',
  parenright: ')',
  less: '<',
  greater: '>',
  question: '?',
  exclam: '!',
  exclamation: '!',
  at: '@',
  numbersign: '#',
  hash: '#',
  dollar: '$',
  percent: '%',
  ampersand: '&',
  asterisk: '*',
  star: '*',
  bar: '|',
  pipe: '|',
  adiaeresis: 'ä',
  odiaeresis: 'ö',
  udiaeresis: 'ü',
  ssharp: 'ß',
  agrave: 'à',
  aacute: 'á',
  egrave: 'è',
  eacute: 'é',
  ccedilla: 'ç',
  ntilde: 'ñ',
  ae: 'æ',
  oslash: 'ø',
  aring: 'å',
  eurosign: '€',
  sterling: '£',
  yen: '¥',
  section: '§',
  degree: '°',
};

const modifiersByWord = new Map<string, Modifier>();
for (const modifier of ['ctrl', 'control', 'cmd', 'alt', 'shift', 'altgr', 'fn'] as const) {
  for (const word of [modifier, ...MODIFIER_ALIASES[modifier]]) modifiersByWord.set(word, modifier);
}

const keysByWord = new Map<string, string>(Object.entries(CHARACTER_NAMES));
for (const [key, aliases] of Object.entries(NAMED_KEY_ALIASES)) {
  for (const word of [key, ...aliases]) keysByWord.set(squeeze(word), key);
}

/** Canonical names of keys that type no single character. */
export const NAMED_KEYS: readonly string[] = Object.keys(NAMED_KEY_ALIASES);

/** Every word that can stand between two `+`, for suggestions. */
const KNOWN_WORDS: readonly string[] = [...modifiersByWord.keys(), ...keysByWord.keys()].filter((word) =>
  /^\w+$/.test(word),
);

/** Reads one combination; the reason says what is wrong and names the closest known key. */
export function parseKeys(text: string): ParsedKeys {
  const parts = splitCombo(text);
  if (parts.length === 0) return refuse('no key is named');
  const modifiers: Modifier[] = [];
  for (const part of parts.slice(0, -1)) {
    const modifier = modifiersByWord.get(squeeze(part));
    if (modifier === undefined) return refuse(explainModifier(part));
    if (!modifiers.includes(modifier)) modifiers.push(modifier);
  }
  const last = parts.at(-1) ?? '';
  if (last === '') return refuse(`"${text.trim()}" ends with +; the plus key is written plus, as in ctrl+plus`);
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

/** "Ctrl-Shift-T", where every word but the last is a modifier; null for what is none such. */
function joinedByHyphens(text: string): readonly string[] | null {
  const parts = text.split('-').map((part) => part.trim());
  const isChord = parts.length > 1 && parts.at(-1) !== '' && !text.includes('+');
  return isChord && parts.slice(0, -1).every((part) => modifiersByWord.has(squeeze(part))) ? parts : null;
}

function readKey(word: string): string | null {
  if (Array.from(word).length === 1) return readCharacter(word);
  // As browsers call keys by their place.
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

/** Only letters whose lower case is one character that goes back to the same capital. */
function isUpperCaseLetter(key: string): boolean {
  const lower = key.toLowerCase();
  return Array.from(key).length === 1 && lower !== key && Array.from(lower).length === 1 && lower.toUpperCase() === key;
}

/** Case, underscores, hyphens and blanks make no difference: Page_Up, page-up, PageUp. */
function squeeze(word: string): string {
  return Array.from(word).length === 1 ? word.toLowerCase() : word.toLowerCase().replace(/[_\-\s]/g, '');
}

function explainModifier(word: string): string {
  if (word === '') return 'nothing stands before a +; the plus key is written plus, as in ctrl+plus';
  if (readKey(word) !== null)
    return `"${word}" is no modifier: only the last key may be another one than cmd, ctrl, control, alt, shift`;
  return explainKey(word);
}

function explainKey(word: string): string {
  if (/\s/.test(word))
    return `"${word.slice(0, 40)}" is more than one key; press one combination at a time, joined with +`;
  const closest = closestWord(squeeze(word), KNOWN_WORDS);
  return `there is no key "${word.slice(0, 40)}"${closest === null ? '' : `; the closest is ${closest}`}`;
}

function refuse(reason: string): ParsedKeys {
  return { ok: false, reason };
}
