/** Presses keys and lets go of them as if on a keyboard (XTEST extension, version 2.2), and tells what is held down. */
import { askForExtension, words, type XConnection } from './connection.ts';

const QUERY_POINTER = 38;
const QUERY_KEYMAP = 44;
const FAKE_INPUT = 2;
const KEY_PRESS = 2;
const KEY_RELEASE = 3;
const BUTTON_RELEASE = 5;
/** Bits of the modifier state (protocol, "KEYBUTMASK"). */
const CAPS_LOCK = 1 << 1;
const FIRST_BUTTON_BIT = 8;
const BUTTONS = 5;
const GROUP_SHIFT = 13;

export interface InputState {
  readonly isCapsLocked: boolean;
  /** Keyboard group in force, 0 or 1 (the core protocol shows two). */
  readonly group: number;
  /** Pointer, in pixels of the root window. */
  readonly x: number;
  readonly y: number;
  /** Buttons that are down, 1–5. */
  readonly buttons: readonly number[];
}

export interface KeyInput {
  press(keycode: number): void;
  release(keycode: number): void;
  state(): Promise<InputState>;
  /** Keycodes that are down, whoever holds them. */
  heldKeys(): Promise<readonly number[]>;
  /** Lets go of every key and button that is down. A key held by a person's hand is not ours to release: the server ignores it. */
  releaseAll(): Promise<void>;
}

/** null when the server has no XTEST (every X.Org server has). */
export async function createKeyInput(connection: XConnection): Promise<KeyInput | null> {
  const opcode = await askForExtension(connection, 'XTEST');
  if (opcode === null) return null;

  const fake = (type: number, detail: number): void =>
    connection.send(opcode, FAKE_INPUT, words(type | (detail << 8), 0, connection.root, 0, 0, 0, 0, 0));

  const state = async (): Promise<InputState> => {
    const reply = await connection.ask(QUERY_POINTER, 0, words(connection.root));
    const mask = reply?.readUInt16LE(24) ?? 0;
    const buttons = Array.from({ length: BUTTONS }, (_, index) => index + 1);
    return {
      isCapsLocked: (mask & CAPS_LOCK) !== 0,
      group: (mask >> GROUP_SHIFT) & 1,
      x: reply?.readInt16LE(16) ?? 0,
      y: reply?.readInt16LE(18) ?? 0,
      buttons: buttons.filter((button) => (mask & (1 << (FIRST_BUTTON_BIT + button - 1))) !== 0),
    };
  };

  return {
    press: (keycode) => fake(KEY_PRESS, keycode),
    release: (keycode) => fake(KEY_RELEASE, keycode),
    state,
    heldKeys: () => readHeldKeys(connection),
    releaseAll: async () => {
      for (const keycode of await readHeldKeys(connection)) fake(KEY_RELEASE, keycode);
      for (const button of (await state()).buttons) fake(BUTTON_RELEASE, button);
      await connection.sync();
    },
  };
}

/** Keycodes that are down, whoever holds them. */
export async function readHeldKeys(connection: XConnection): Promise<readonly number[]> {
  const reply = await connection.ask(QUERY_KEYMAP, 0, Buffer.alloc(0));
  const bits = reply?.subarray(8, 40) ?? Buffer.alloc(0);
  return Array.from({ length: bits.length * 8 }, (_, keycode) => keycode).filter(
    (keycode) => ((bits[keycode >> 3] ?? 0) & (1 << (keycode & 7))) !== 0,
  );
}
