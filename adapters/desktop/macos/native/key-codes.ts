/** Where keys are on a Mac's keyboard: virtual key codes (Carbon's Events.h, kVK_*) of keys that no layout moves, and the flags their events carry. */
import type { NamedKey } from '../../../../src/action/key-names.ts';

/** NX_KEYTYPE_* (IOKit's ev_keymap.h): keys of the system that are no keyboard events. */
export interface MediaKey {
  readonly media: number;
}

/** `null`: a Mac has no such key. */
export const NAMED_KEY_CODES: Readonly<Record<NamedKey, number | MediaKey | null>> = {
  enter: 0x24,
  tab: 0x30,
  space: 0x31,
  backspace: 0x33,
  delete: 0x75,
  escape: 0x35,
  up: 0x7e,
  down: 0x7d,
  left: 0x7b,
  right: 0x7c,
  home: 0x73,
  end: 0x77,
  pageup: 0x74,
  pagedown: 0x79,
  insert: 0x72,
  capslock: 0x39,
  numlock: null,
  scrolllock: null,
  printscreen: null,
  pause: null,
  menu: null,
  volumeup: { media: 0 },
  volumedown: { media: 1 },
  mute: { media: 7 },
  playpause: { media: 16 },
  nexttrack: { media: 17 },
  previoustrack: { media: 18 },
  kp_enter: 0x4c,
  kp_add: 0x45,
  kp_subtract: 0x4e,
  kp_multiply: 0x43,
  kp_divide: 0x4b,
  kp_decimal: 0x41,
  kp_0: 0x52,
  kp_1: 0x53,
  kp_2: 0x54,
  kp_3: 0x55,
  kp_4: 0x56,
  kp_5: 0x57,
  kp_6: 0x58,
  kp_7: 0x59,
  kp_8: 0x5b,
  kp_9: 0x5c,
  f1: 0x7a,
  f2: 0x78,
  f3: 0x63,
  f4: 0x76,
  f5: 0x60,
  f6: 0x61,
  f7: 0x62,
  f8: 0x64,
  f9: 0x65,
  f10: 0x6d,
  f11: 0x67,
  f12: 0x6f,
  f13: 0x69,
  f14: 0x6b,
  f15: 0x71,
  f16: 0x6a,
  f17: 0x40,
  f18: 0x4f,
  f19: 0x50,
  f20: 0x5a,
  f21: null,
  f22: null,
  f23: null,
  f24: null,
};

export type MacModifier = 'cmd' | 'control' | 'alt' | 'shift' | 'fn';

/** The left one of each, and the flag that says it is held (CGEventTypes.h). */
export const MODIFIERS: Readonly<Record<MacModifier, { readonly code: number; readonly flag: number }>> = {
  cmd: { code: 0x37, flag: 0x10_0000 },
  shift: { code: 0x38, flag: 0x2_0000 },
  alt: { code: 0x3a, flag: 0x8_0000 },
  control: { code: 0x3b, flag: 0x4_0000 },
  fn: { code: 0x3f, flag: 0x80_0000 },
};

export const CAPS_LOCK = 0x39;

const NUMERIC_PAD = 0x20_0000;
const SECONDARY_FN = 0x80_0000;
const ARROWS: ReadonlySet<number> = new Set([0x7b, 0x7c, 0x7d, 0x7e]);
const FUNCTION_KEYS: ReadonlySet<number> = new Set(
  ['delete', 'home', 'end', 'pageup', 'pagedown', 'insert']
    .concat(Array.from({ length: 20 }, (_, at) => `f${at + 1}`))
    .flatMap((name) =>
      Object.entries(NAMED_KEY_CODES).flatMap(([key, code]) =>
        key === name && typeof code === 'number' ? [code] : [],
      ),
    ),
);
const KEYPAD: ReadonlySet<number> = new Set(
  Object.entries(NAMED_KEY_CODES).flatMap(([key, code]) =>
    key.startsWith('kp_') && typeof code === 'number' ? [code] : [],
  ),
);

/** What the keyboard itself adds to events of these keys; without it shortcuts with arrows (Spaces) are not recognised. */
export function ownFlags(code: number): number {
  if (ARROWS.has(code)) return NUMERIC_PAD + SECONDARY_FN;
  if (FUNCTION_KEYS.has(code)) return SECONDARY_FN;
  return KEYPAD.has(code) ? NUMERIC_PAD : 0;
}
