/** Everything that is put into a display's keys, buttons and pointer, as the X server itself tells (XInput 2, raw events on the root). */
import assert from 'node:assert/strict';
import { askForExtension, connectDisplay, words, type XConnection } from '../../adapters/desktop/x11/connection.ts';
import type { DisplayEnvironment } from '../../adapters/desktop/x11/display-name.ts';

const QUERY_VERSION = 47;
const SELECT_EVENTS = 46;
const QUERY_POINTER = 38;
const QUERY_KEYMAP = 44;
const GENERIC_EVENT = 35;
const ALL_MASTERS = 1;
const NAMES = new Map([
  [13, 'key down'],
  [14, 'key up'],
  [15, 'button down'],
  [16, 'button up'],
]);

export interface InputWitness {
  /** "button down 1", "key up 38": what came so far, in order. */
  seen(): Promise<readonly string[]>;
  /** When each of them was, in milliseconds of the server. */
  times(): Promise<readonly number[]>;
  /** Where the pointer is, and what is held down now: buttons and keycodes. */
  now(): Promise<{ readonly x: number; readonly y: number; readonly held: readonly string[] }>;
  close(): void;
}

export async function startInputWitness(env: DisplayEnvironment): Promise<InputWitness> {
  const connection = await connectDisplay(env);
  const opcode = (await askForExtension(connection, 'XInputExtension')) ?? assert.fail('no XInput');
  await connection.ask(opcode, QUERY_VERSION, words(2 | (2 << 16)));
  const mask = [...NAMES.keys()].reduce((bits, type) => bits | (1 << type), 0);
  connection.send(opcode, SELECT_EVENTS, words(connection.root, 1, ALL_MASTERS | (1 << 16), mask));
  await connection.sync();
  const events: string[] = [];
  const times: number[] = [];
  connection.onEvent((event) => {
    const name = NAMES.get(event.readUInt16LE(8));
    const isRaw = (event.readUInt8(0) & 0x7f) === GENERIC_EVENT && event.readUInt8(1) === opcode;
    if (!isRaw || name === undefined) return;
    events.push(`${name} ${event.readUInt32LE(16)}`);
    times.push(event.readUInt32LE(12));
  });
  return {
    async seen() {
      await connection.sync();
      return [...events];
    },
    async times() {
      await connection.sync();
      return [...times];
    },
    now: () => readNow(connection),
    close: connection.close,
  };
}

async function readNow(connection: XConnection): Promise<Awaited<ReturnType<InputWitness['now']>>> {
  const pointer = (await connection.ask(QUERY_POINTER, 0, words(connection.root))) ?? assert.fail('no pointer');
  const keymap = (await connection.ask(QUERY_KEYMAP, 0, Buffer.alloc(0))) ?? assert.fail('no keys');
  const mask = pointer.readUInt16LE(24);
  const buttons = [1, 2, 3, 4, 5].filter((button) => (mask & (1 << (7 + button))) !== 0);
  const keys = Array.from({ length: 256 }, (_, code) => code).filter(
    (code) => (keymap.readUInt8(8 + (code >> 3)) & (1 << (code & 7))) !== 0,
  );
  return {
    x: pointer.readInt16LE(16),
    y: pointer.readInt16LE(18),
    held: [...buttons.map((button) => `button ${button}`), ...keys.map((code) => `key ${code}`)],
  };
}
