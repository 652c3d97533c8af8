/** Keys by name and by text on an X display, through XTEST, with the keyboard layout as it is at that moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseKeys } from '../../../src/action/keys.ts';
import { Refused, type Typed } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import type { FocusTold } from '../focus-told.ts';
import { checkText } from '../targets.ts';
import { toKeycodes } from './chords.ts';
import type { XConnection } from './connection.ts';
import { readKeymap } from './keymap.ts';
import type { XPrograms } from './programs.ts';
import type { XProperties } from './properties.ts';
import type { SelectionLoan } from './selection-loan.ts';
import type { Selections } from './selections.ts';
import { APART_MS } from './strokes.ts';
import { typeText } from './typing.ts';
import type { KeyInput } from './xtest.ts';

export interface KeyboardParts {
  readonly connection: XConnection;
  readonly properties: XProperties;
  readonly programs: XPrograms;
  readonly selections: Selections;
  readonly loan: SelectionLoan;
  readonly input: KeyInput;
  /** What has the focus, as far as its application tells. */
  readonly askFocus: (signal: AbortSignal) => Promise<FocusTold>;
}

/** The keyboard's methods of the port Desktop. */
export interface Keyboard {
  type(text: string, signal: AbortSignal): Promise<Typed>;
  key(keys: string, repeat: number, signal: AbortSignal): Promise<void>;
  holdKey(keys: string, ms: number, signal: AbortSignal): Promise<void>;
  keepDown(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Notes that all keys were released elsewhere. */
  forgetHeld(): void;
}

export function createKeyboard(parts: KeyboardParts): Keyboard {
  const { connection, input, loan } = parts;
  /** Keycodes that stay down between calls, in the order they went down. */
  let held: readonly number[] = [];
  /** The time of the last press, by `performance.now()`: the next call may press the same key. */
  let pressedAt = Number.NEGATIVE_INFINITY;
  const readKeycodes = async (keys: string): Promise<readonly number[]> => {
    const parsed = parseKeys(keys);
    if (!parsed.ok) throw new Refused(parsed.reason);
    const [keymap, state] = await Promise.all([readKeymap(connection), input.state()]);
    return toKeycodes(parsed.combo, keymap, state.group);
  };
  /** The keycodes of a combination without those that are kept down, which stay down. */
  const readOwnKeycodes = async (keys: string): Promise<readonly number[]> =>
    (await readKeycodes(keys)).filter((keycode) => !held.includes(keycode));
  const press = (keycodes: readonly number[]): void => {
    for (const keycode of keycodes) input.press(keycode);
  };
  const release = (keycodes: readonly number[]): void => {
    for (const keycode of [...keycodes].reverse()) input.release(keycode);
  };
  return {
    type: async (text, signal) => {
      checkText(text);
      if (held.length > 0) throw new Refused(say`keys are held down, so other text would arrive; let go of them first`);
      const keymap = await readKeymap(connection);
      signal.throwIfAborted();
      return await typeText(text, { ...parts, keymap }, signal);
    },
    key: async (keys, repeat, signal) => {
      const keycodes = await readOwnKeycodes(keys);
      if (keycodes.length + held.length > 1) await loan.settle();
      for (let done = 0; done < repeat; done += 1) {
        const sinceMs = performance.now() - pressedAt;
        if (sinceMs < APART_MS) await sleep(APART_MS - sinceMs);
        signal.throwIfAborted();
        press(keycodes);
        release(keycodes);
        await connection.sync();
        pressedAt = performance.now();
      }
    },
    holdKey: async (keys, ms, signal) => {
      const keycodes = await readOwnKeycodes(keys);
      if (keycodes.length + held.length > 1) await loan.settle();
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
    keepDown: async (keys, signal) => {
      const wanted: number[] = [];
      for (const name of keys)
        for (const keycode of await readKeycodes(name)) if (!wanted.includes(keycode)) wanted.push(keycode);
      signal.throwIfAborted();
      release(held.filter((keycode) => !wanted.includes(keycode)));
      press(wanted.filter((keycode) => !held.includes(keycode)));
      held = wanted;
      await connection.sync();
    },
    forgetHeld: () => {
      held = [];
    },
  };
}
