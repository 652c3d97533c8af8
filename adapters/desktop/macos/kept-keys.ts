/** Keys that are kept down under whatever else is done: what presses one of them leaves it down. */

import { Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { MacKeys } from './keys.ts';
import type { Input } from './native/input.ts';
import type { MacModifier } from './native/key-codes.ts';

export interface KeptKeys {
  /** The input for everything else: it leaves the kept keys down when it releases them. */
  readonly input: Input;
  isAny(): boolean;
  /** Keeps exactly these keys down from now on. Refuses, before anything is pressed, what cannot be kept down. */
  keep(wanted: readonly MacKeys[]): void;
}

export function createKeptKeys(raw: Input): KeptKeys {
  let modifiers: ReadonlySet<MacModifier> = new Set();
  let codes: ReadonlySet<number> = new Set();
  return {
    input: {
      ...raw,
      modifier: (which, isDown) => {
        if (!modifiers.has(which)) raw.modifier(which, isDown);
      },
      key: (code, isDown) => {
        if (!codes.has(code)) raw.key(code, isDown);
      },
      releaseAll: () => {
        modifiers = new Set();
        codes = new Set();
        raw.releaseAll();
      },
    },
    isAny: () => modifiers.size > 0 || codes.size > 0,
    keep: (wanted) => {
      const wantedModifiers = new Set(wanted.flatMap((keys) => keys.modifiers));
      const wantedCodes = new Set(
        wanted.flatMap(({ key }) => {
          if (key.by === 'nothing') return [];
          if (key.by !== 'code') throw new Refused(say`that key cannot be kept down on a Mac`);
          return [key.code];
        }),
      );
      for (const code of codes) if (!wantedCodes.has(code)) raw.key(code, false);
      for (const which of modifiers) if (!wantedModifiers.has(which)) raw.modifier(which, false);
      for (const which of wantedModifiers) if (!modifiers.has(which)) raw.modifier(which, true);
      for (const code of wantedCodes) if (!codes.has(code)) raw.key(code, true);
      [modifiers, codes] = [wantedModifiers, wantedCodes];
    },
  };
}
