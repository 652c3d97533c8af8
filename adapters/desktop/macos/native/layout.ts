/** Which key types a character on the keyboard layout of this moment: asked of the layout itself, for people change it while we run. */
import type { Foundation } from './core-foundation.ts';
import type { Native, Ref } from './load.ts';

export interface KeyOfLayout {
  readonly code: number;
  readonly shift: boolean;
  readonly alt: boolean;
  /** An accent that waits for the next key. */
  readonly isDead: boolean;
}

export interface Layout {
  /** The key for a character; with Command held some layouts move their keys. `null`: no single key types it. */
  findKey(character: string, isCommandHeld: boolean): KeyOfLayout | null;
  /** As com.apple.keylayout.German; '' when it cannot be told. */
  name(): string;
}

/** UCKeyTranslate's modifiers are Carbon's, shifted (Events.h): cmdKey 0x100, shiftKey 0x200, optionKey 0x800. */
const COMMAND = 1;
const SHIFT = 2;
const OPTION = 8;
const STATES = [0, SHIFT, OPTION, SHIFT + OPTION] as const;
const ACTION_DOWN = 0;
/** kUCKeyTranslateNoDeadKeysMask: a dead key is told as its accent; without it as nothing, and what is begun. */
const NO_DEAD_KEYS = 1;
const WITH_DEAD_KEYS = 0;
const KEY_CODES = 128;
const MOST_UNITS = 8;

export function createLayout(native: Native, cf: Foundation): Layout {
  const { c, constants } = native;
  let kept: { readonly name: string; readonly keys: ReadonlyMap<string, KeyOfLayout> } | null = null;

  const translate = (layout: Ref, code: number, state: number, options: number): string => {
    const [dead, length, units] = [new Uint32Array(1), new BigUint64Array(1), new Uint16Array(MOST_UNITS)];
    const said = c.UCKeyTranslate(
      layout,
      code,
      ACTION_DOWN,
      state,
      c.LMGetKbdType(),
      options,
      dead,
      MOST_UNITS,
      length,
      units,
    );
    return said === 0 ? String.fromCharCode(...units.subarray(0, Number(length[0]))) : '';
  };
  const readKeys = (layout: Ref): ReadonlyMap<string, KeyOfLayout> => {
    const keys = new Map<string, KeyOfLayout>();
    // Keys with fewer modifiers win; those held for Command are kept apart.
    for (const held of [0, COMMAND]) {
      for (const state of STATES) {
        for (let code = 0; code < KEY_CODES; code += 1) {
          const character = translate(layout, code, held + state, NO_DEAD_KEYS);
          const key = `${held}${character}`;
          if (character === '' || /\p{Cc}/u.test(character) || keys.has(key)) continue;
          const isDead = translate(layout, code, held + state, WITH_DEAD_KEYS) === '';
          keys.set(key, { code, shift: (state & SHIFT) !== 0, alt: (state & OPTION) !== 0, isDead });
        }
      }
    }
    return keys;
  };
  const read = () => {
    native.hearNews();
    return cf.scope((own) => {
      for (const source of [
        own(c.TISCopyCurrentKeyboardLayoutInputSource()),
        own(c.TISCopyCurrentASCIICapableKeyboardLayoutInputSource()),
      ]) {
        if (source === null) continue;
        const name = cf.readText(c.TISGetInputSourceProperty(source, constants.kTISPropertyInputSourceID)) ?? '';
        if (kept !== null && name !== '' && kept.name === name) return kept;
        const data = c.TISGetInputSourceProperty(source, constants.kTISPropertyUnicodeKeyLayoutData);
        const layout = data === null ? null : c.CFDataGetBytePtr(data);
        if (layout === null) continue;
        kept = { name, keys: readKeys(layout) };
        return kept;
      }
      return { name: '', keys: new Map<string, KeyOfLayout>() };
    });
  };

  return {
    findKey: (character, isCommandHeld) => {
      const { keys } = read();
      const plain = keys.get(`0${character}`) ?? null;
      return isCommandHeld ? (keys.get(`${COMMAND}${character}`) ?? plain) : plain;
    },
    name: () => read().name,
  };
}
