/** Key combinations on a Mac: named keys and plain letters by libnut, other characters by System Events, which knows the layout. */

import type { Modifier, NamedKey } from '../../../src/action/key-names.ts';
import { formatKeys, type KeyCombo } from '../../../src/action/keys.ts';
import { Refused } from '../../../src/ports/desktop.ts';

/** libnut's names (its key table for macOS); null where a Mac has no such key. */
const LIBNUT_KEYS: Readonly<Record<NamedKey, string | null>> = {
  enter: 'return',
  tab: 'tab',
  space: 'space',
  backspace: 'backspace',
  delete: 'delete',
  escape: 'escape',
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  home: 'home',
  end: 'end',
  pageup: 'pageup',
  pagedown: 'pagedown',
  insert: 'insert',
  capslock: 'caps_lock',
  numlock: null,
  scrolllock: null,
  printscreen: null,
  pause: null,
  menu: null,
  volumeup: 'audio_vol_up',
  volumedown: 'audio_vol_down',
  mute: 'audio_mute',
  playpause: 'audio_play',
  nexttrack: 'audio_next',
  previoustrack: 'audio_prev',
  kp_enter: 'enter',
  kp_add: 'add',
  kp_subtract: 'subtract',
  kp_multiply: 'multiply',
  kp_divide: 'divide',
  kp_decimal: 'numpad_decimal',
  kp_0: 'numpad_0',
  kp_1: 'numpad_1',
  kp_2: 'numpad_2',
  kp_3: 'numpad_3',
  kp_4: 'numpad_4',
  kp_5: 'numpad_5',
  kp_6: 'numpad_6',
  kp_7: 'numpad_7',
  kp_8: 'numpad_8',
  kp_9: 'numpad_9',
  f1: 'f1',
  f2: 'f2',
  f3: 'f3',
  f4: 'f4',
  f5: 'f5',
  f6: 'f6',
  f7: 'f7',
  f8: 'f8',
  f9: 'f9',
  f10: 'f10',
  f11: 'f11',
  f12: 'f12',
  f13: 'f13',
  f14: 'f14',
  f15: 'f15',
  f16: 'f16',
  f17: 'f17',
  f18: 'f18',
  f19: 'f19',
  f20: 'f20',
  f21: null,
  f22: null,
  f23: null,
  f24: null,
};

export type MacModifier = 'cmd' | 'control' | 'alt' | 'shift' | 'fn';

/** How a combination is pressed: by libnut with its key name, or as a character by System Events. */
export interface MacKeys {
  readonly modifiers: readonly MacModifier[];
  readonly key:
    | { readonly by: 'libnut'; readonly name: string }
    | { readonly by: 'character'; readonly character: string };
}

const libnutKeys: ReadonlyMap<string, string | null> = new Map(Object.entries(LIBNUT_KEYS));
const MODIFIERS: ReadonlySet<string> = new Set(['ctrl', 'control', 'cmd', 'alt', 'shift', 'altgr', 'fn']);
/** System Events has no word for fn. */
const APPLESCRIPT_MODIFIERS: Readonly<Record<Exclude<MacModifier, 'fn'>, string>> = {
  cmd: 'command down',
  control: 'control down',
  alt: 'option down',
  shift: 'shift down',
};

/** `ctrl` is Command, except with a terminal in front; `control` is always Control. */
export function toMacKeys(combo: KeyCombo, isTerminalInFront: boolean): MacKeys {
  const toMac = (modifier: Modifier): MacModifier => {
    if (modifier === 'ctrl') return isTerminalInFront ? 'control' : 'cmd';
    return modifier === 'altgr' ? 'alt' : modifier;
  };
  const modifiers = [...new Set(combo.modifiers.map(toMac))];
  const lone = asModifier(combo.key);
  if (lone !== null) return { modifiers, key: { by: 'libnut', name: toMac(lone) } };
  const named = libnutKeys.get(combo.key);
  if (named === null) throw new Refused(`a Mac has no key "${formatKeys(combo)}"`);
  if (named !== undefined) return { modifiers, key: { by: 'libnut', name: named } };
  if (/^[a-z0-9]$/.test(combo.key)) return { modifiers, key: { by: 'libnut', name: combo.key } };
  if (modifiers.includes('fn')) throw new Refused(`"${formatKeys(combo)}" cannot be pressed with fn`);
  return { modifiers, key: { by: 'character', character: combo.key } };
}

/** The command that presses a character with modifiers; the character is an argument, never part of the script. */
export function keystrokeCommand(character: string, modifiers: readonly MacModifier[]): readonly [string, ...string[]] {
  const words = modifiers.flatMap((modifier) => (modifier === 'fn' ? [] : [APPLESCRIPT_MODIFIERS[modifier]]));
  const using = words.length === 0 ? '' : ` using {${words.join(', ')}}`;
  return [
    'osascript',
    '-e',
    'on run {character}',
    '-e',
    `tell application "System Events" to keystroke character${using}`,
    '-e',
    'end run',
    '--',
    character,
  ];
}

function asModifier(key: string): Modifier | null {
  const isModifier = (word: string): word is Modifier => MODIFIERS.has(word);
  return isModifier(key) ? key : null;
}
