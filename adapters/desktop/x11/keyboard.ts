/** Keys by name and by text on an X display, through XTEST, with the keyboard layout as it is at that moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseKeys } from '../../../src/action/keys.ts';
import { Refused } from '../../../src/ports/desktop.ts';
import { checkText } from '../targets.ts';
import { toKeycodes } from './chords.ts';
import type { XConnection } from './connection.ts';
import { readKeymap } from './keymap.ts';
import type { XProperties } from './properties.ts';
import type { SelectionLoan } from './selection-loan.ts';
import type { Selections } from './selections.ts';
import { typeText } from './typing.ts';
import type { KeyInput } from './xtest.ts';

export interface KeyboardParts {
  readonly connection: XConnection;
  readonly properties: XProperties;
  readonly selections: Selections;
  readonly loan: SelectionLoan;
  readonly input: KeyInput;
}

/** As the port Desktop has them. */
export interface Keyboard {
  type(text: string, signal: AbortSignal): Promise<void>;
  key(keys: string, repeat: number, signal: AbortSignal): Promise<void>;
  holdKey(keys: string, ms: number, signal: AbortSignal): Promise<void>;
}

export function createKeyboard(parts: KeyboardParts): Keyboard {
  const { connection, input, loan } = parts;
  const readKeycodes = async (keys: string): Promise<readonly number[]> => {
    const parsed = parseKeys(keys);
    if (!parsed.ok) throw new Refused(parsed.reason);
    const [keymap, state] = await Promise.all([readKeymap(connection), input.state()]);
    return toKeycodes(parsed.combo, keymap, state.group);
  };
  const press = (keycodes: readonly number[]): void => {
    for (const keycode of keycodes) input.press(keycode);
  };
  const release = (keycodes: readonly number[]): void => {
    for (const keycode of [...keycodes].reverse()) input.release(keycode);
  };
  return {
    type: async (text, signal) => {
      checkText(text);
      const keymap = await readKeymap(connection);
      signal.throwIfAborted();
      await typeText(text, { ...parts, keymap }, signal);
    },
    key: async (keys, repeat, signal) => {
      const keycodes = await readKeycodes(keys);
      if (keycodes.length > 1) await loan.settle();
      for (let done = 0; done < repeat; done += 1) {
        signal.throwIfAborted();
        press(keycodes);
        release(keycodes);
        await connection.sync();
      }
    },
    holdKey: async (keys, ms, signal) => {
      const keycodes = await readKeycodes(keys);
      if (keycodes.length > 1) await loan.settle();
      signal.throwIfAborted();
      press(keycodes);
      try {
        await sleep(ms, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        release(keycodes);
        await connection.sync();
      }
    },
  };
}
