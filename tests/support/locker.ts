/** A screen locker as bare as they come: a window of its own over the whole display, and the keyboard in its hand. */
import assert from 'node:assert/strict';
import { words, type XConnection } from '../../adapters/desktop/x11/connection.ts';

const CREATE_WINDOW = 1;
const DESTROY_WINDOW = 4;
const MAP_WINDOW = 8;
const GRAB_KEYBOARD = 31;
const UNGRAB_KEYBOARD = 32;
const INPUT_OUTPUT = 1;
const BACK_PIXEL = 1 << 1;
const OVERRIDE_REDIRECT = 1 << 9;
const BLUE = 0x336699;
const SUCCESS = 0;

export interface Locker {
  /** Resolves when it is shown. */
  cover(size: { readonly width: number; readonly height: number }): Promise<void>;
  takeKeyboard(): Promise<void>;
  /** Everything as it was. */
  leave(): Promise<void>;
}

export function createLocker(connection: XConnection): Locker {
  let window: number | null = null;
  return {
    async cover({ width, height }) {
      window = connection.newId();
      const size = words(width | (height << 16), INPUT_OUTPUT << 16);
      const values = words(0, BACK_PIXEL | OVERRIDE_REDIRECT, BLUE, 1);
      connection.send(CREATE_WINDOW, 0, Buffer.concat([words(window, connection.root, 0), size, values]));
      connection.send(MAP_WINDOW, 0, words(window));
      await connection.sync();
    },
    async takeKeyboard() {
      const reply = await connection.ask(GRAB_KEYBOARD, 0, words(connection.root, 0, 0x0101));
      assert.equal(reply?.readUInt8(1), SUCCESS);
    },
    async leave() {
      connection.send(UNGRAB_KEYBOARD, 0, words(0));
      if (window !== null) connection.send(DESTROY_WINDOW, 0, words(window));
      window = null;
      await connection.sync();
    },
  };
}
