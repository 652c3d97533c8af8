/** Key combinations as keys of this keyboard. On X11 `cmd` is Super; `ctrl` and `control` are the same key. */

import type { Modifier, NamedKey } from '../../../src/action/key-names.ts';
import { formatKeys, type KeyCombo } from '../../../src/action/keys.ts';
import { Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import { type Keymap, keysymOf, LEVEL3_KEYSYM, SHIFT_KEYSYM } from './keymap.ts';

/** Keysyms by X11/keysymdef.h and X11/XF86keysym.h. */
const NAMED_KEYSYMS: Readonly<Record<NamedKey, number>> = {
  enter: 0xff0d,
  tab: 0xff09,
  space: 0x20,
  backspace: 0xff08,
  delete: 0xffff,
  escape: 0xff1b,
  up: 0xff52,
  down: 0xff54,
  left: 0xff51,
  right: 0xff53,
  home: 0xff50,
  end: 0xff57,
  pageup: 0xff55,
  pagedown: 0xff56,
  insert: 0xff63,
  capslock: 0xffe5,
  numlock: 0xff7f,
  scrolllock: 0xff14,
  printscreen: 0xff61,
  pause: 0xff13,
  menu: 0xff67,
  volumeup: 0x1008ff13,
  volumedown: 0x1008ff11,
  mute: 0x1008ff12,
  playpause: 0x1008ff14,
  nexttrack: 0x1008ff17,
  previoustrack: 0x1008ff16,
  kp_enter: 0xff8d,
  kp_add: 0xffab,
  kp_subtract: 0xffad,
  kp_multiply: 0xffaa,
  kp_divide: 0xffaf,
  // Digits of the keypad depend on Num Lock; those of the main keys do not.
  kp_decimal: 0x2e,
  kp_0: 0x30,
  kp_1: 0x31,
  kp_2: 0x32,
  kp_3: 0x33,
  kp_4: 0x34,
  kp_5: 0x35,
  kp_6: 0x36,
  kp_7: 0x37,
  kp_8: 0x38,
  kp_9: 0x39,
  f1: 0xffbe,
  f2: 0xffbf,
  f3: 0xffc0,
  f4: 0xffc1,
  f5: 0xffc2,
  f6: 0xffc3,
  f7: 0xffc4,
  f8: 0xffc5,
  f9: 0xffc6,
  f10: 0xffc7,
  f11: 0xffc8,
  f12: 0xffc9,
  f13: 0xffca,
  f14: 0xffcb,
  f15: 0xffcc,
  f16: 0xffcd,
  f17: 0xffce,
  f18: 0xffcf,
  f19: 0xffd0,
  f20: 0xffd1,
  f21: 0xffd2,
  f22: 0xffd3,
  f23: 0xffd4,
  f24: 0xffd5,
};

const MODIFIER_KEYSYMS: Readonly<Record<Exclude<Modifier, 'fn'>, number>> = {
  ctrl: 0xffe3,
  control: 0xffe3,
  cmd: 0xffeb,
  alt: 0xffe9,
  shift: SHIFT_KEYSYM,
  altgr: LEVEL3_KEYSYM,
};

/** Left and right. */
const MODIFIER_PAIRS: Readonly<Record<Exclude<Modifier, 'fn'>, readonly number[]>> = {
  ctrl: [0xffe3, 0xffe4],
  control: [0xffe3, 0xffe4],
  // Meta is on the keys of Alt, Super on those with a flag.
  cmd: [0xffeb, 0xffec],
  alt: [0xffe9, 0xffea],
  shift: [SHIFT_KEYSYM, 0xffe2],
  altgr: [LEVEL3_KEYSYM],
};

const keysyms: ReadonlyMap<string, number> = new Map(Object.entries({ ...NAMED_KEYSYMS, ...MODIFIER_KEYSYMS }));

/** The keys of a combination as they may be pressed: each modifier by any of its keys. Empty where this keyboard lacks one. */
export interface PressableChord {
  readonly modifiers: readonly (readonly number[])[];
  readonly keys: readonly number[];
}

export function findChord({ modifiers, key }: KeyCombo, keymap: Keymap): PressableChord {
  const named = keysyms.get(key) ?? keysymOf(key);
  return {
    modifiers: modifiers.map((modifier) => (modifier === 'fn' ? [] : keymap.findAll(...MODIFIER_PAIRS[modifier]))),
    keys: keymap.findAll(named),
  };
}

/** Keycodes in the order they go down; they come up the other way round. Throws `Refused` when this keyboard lacks one. */
export function toKeycodes(combo: KeyCombo, keymap: Keymap, group: number): readonly number[] {
  const held = combo.modifiers.map((modifier) => findModifier(modifier, combo, keymap));
  if (combo.key === 'fn') throw new Refused(say`there is no fn key here; name the key it would make`);
  const keysym = keysyms.get(combo.key) ?? keysymOf(combo.key);
  const stroke = keymap.find(keysym, group) ?? keymap.findAnywhere(keysym);
  if (stroke === null) throw new Refused(say`this keyboard layout has no key for "${formatKeys(combo)}"`);
  // "ctrl+plus" where plus is the shifted equal sign.
  if (stroke.needsShift && !combo.modifiers.includes('shift')) held.push(findModifier('shift', combo, keymap));
  if (stroke.needsLevel3 && !combo.modifiers.includes('altgr')) held.push(findModifier('altgr', combo, keymap));
  return [...held, stroke.keycode];
}

function findModifier(modifier: Modifier, combo: KeyCombo, keymap: Keymap): number {
  const keysym = modifier === 'fn' ? undefined : MODIFIER_KEYSYMS[modifier];
  const stroke = keysym === undefined ? null : keymap.findAnywhere(keysym);
  if (stroke === null)
    throw new Refused(say`this keyboard has no ${modifier} key, so "${formatKeys(combo)}" cannot be pressed`);
  return stroke.keycode;
}
