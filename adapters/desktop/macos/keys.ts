/** Key combinations on a Mac: which modifiers are held and which key is pressed, on the keyboard layout of this moment. */
import type { Modifier } from '../../../src/action/key-names.ts';
import { formatKeys, type KeyCombo } from '../../../src/action/keys.ts';
import { Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import { type MacModifier, NAMED_KEY_CODES } from './native/key-codes.ts';
import type { Layout } from './native/layout.ts';

/** How a combination is pressed. */
export interface MacKeys {
  readonly modifiers: readonly MacModifier[];
  readonly key:
    | { readonly by: 'code'; readonly code: number }
    | { readonly by: 'media'; readonly media: number }
    /** No key of this layout types it: it is sent as text. */
    | { readonly by: 'text'; readonly text: string }
    /** Only the modifiers. */
    | { readonly by: 'nothing' };
}

const namedCodes: ReadonlyMap<string, number | { readonly media: number } | null> = new Map(
  Object.entries(NAMED_KEY_CODES),
);
const MODIFIER_NAMES: ReadonlySet<string> = new Set(['ctrl', 'control', 'cmd', 'alt', 'shift', 'altgr', 'fn']);

/** `ctrl` is Command, except with a terminal in front; `control` is always Control. */
export function toMacModifier(modifier: Modifier, isTerminalInFront: boolean): MacModifier {
  if (modifier === 'ctrl') return isTerminalInFront ? 'control' : 'cmd';
  return modifier === 'altgr' ? 'alt' : modifier;
}

export function toMacKeys(combo: KeyCombo, isTerminalInFront: boolean, layout: Layout): MacKeys {
  const modifiers = combo.modifiers.map((modifier) => toMacModifier(modifier, isTerminalInFront));
  const once = (more: readonly MacModifier[]): readonly MacModifier[] => [...new Set([...modifiers, ...more])];
  const lone = asModifier(combo.key);
  if (lone !== null) return { modifiers: once([toMacModifier(lone, isTerminalInFront)]), key: { by: 'nothing' } };
  const named = namedCodes.get(combo.key);
  if (named === null) throw new Refused(say`a Mac has no key "${formatKeys(combo)}"`);
  if (typeof named === 'number') return { modifiers: once([]), key: { by: 'code', code: named } };
  if (named !== undefined) return { modifiers: once([]), key: { by: 'media', media: named.media } };
  const found = layout.findKey(combo.key, modifiers.includes('cmd'));
  if (found !== null) {
    const needed: readonly MacModifier[] = [
      ...(found.shift ? ['shift' as const] : []),
      ...(found.alt ? ['alt' as const] : []),
    ];
    return { modifiers: once(needed), key: { by: 'code', code: found.code } };
  }
  if (modifiers.length === 0) return { modifiers: [], key: { by: 'text', text: combo.key } };
  throw new Refused(say`the keyboard layout of this Mac has no key for "${formatKeys(combo)}"`);
}

function asModifier(key: string): Modifier | null {
  const isModifier = (word: string): word is Modifier => MODIFIER_NAMES.has(word);
  return isModifier(key) ? key : null;
}
