/** Buttons and keys that were pressed on a display, by whomever, as the X server tells it (XInput 2, raw events): while somebody asks. */
import { askForExtension, words, type XConnection } from './connection.ts';
import type { InputState } from './xtest.ts';

export interface RawPresses {
  /** Where in pixels of the root window. */
  readonly clicks: readonly { readonly x: number; readonly y: number }[];
  readonly keys: number;
}

export interface RawInput {
  /** The presses since the last call; none at the first call, or when nobody asked for a while. null: this server cannot tell. */
  take(): Promise<RawPresses | null>;
}

const QUERY_VERSION = 47;
const SELECT_EVENTS = 46;
const GENERIC_EVENT = 35;
const RAW_KEY_PRESS = 13;
const RAW_BUTTON_PRESS = 15;
const ALL_MASTERS = 1;
/** Buttons up to this one are told as clicks; those after it are the wheel. */
const LAST_BUTTON = 3;
const MOST_CLICKS = 50;
/** Events are observed only this long after a call, so that our own typing is not followed when nobody asks. */
const FORGOTTEN_MS = 2000;

export async function createRawInput(
  connection: XConnection,
  readPointer: () => Promise<InputState>,
): Promise<RawInput> {
  const opcode = await askForExtension(connection, 'XInputExtension');
  if (opcode === null) return { take: async () => null };
  await connection.ask(opcode, QUERY_VERSION, words(2 | (2 << 16)));
  let clicks: { readonly x: number; readonly y: number }[] = [];
  let keys = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isListening = false;

  const listen = (isWanted: boolean): void => {
    isListening = isWanted;
    const mask = isWanted ? (1 << RAW_KEY_PRESS) | (1 << RAW_BUTTON_PRESS) : 0;
    connection.send(opcode, SELECT_EVENTS, words(connection.root, 1, ALL_MASTERS | (1 << 16), mask));
  };
  connection.onEvent((event) => {
    if ((event.readUInt8(0) & 0x7f) !== GENERIC_EVENT || event.readUInt8(1) !== opcode || !isListening) return;
    if (performance.now() - askedAt > FORGOTTEN_MS) return listen(false);
    const type = event.readUInt16LE(8);
    if (type === RAW_KEY_PRESS) keys += 1;
    if (type !== RAW_BUTTON_PRESS || event.readUInt32LE(16) > LAST_BUTTON || clicks.length >= MOST_CLICKS) return;
    // A raw event carries no place, so the pointer is asked.
    readPointer().then(
      ({ x, y }) => clicks.push({ x, y }),
      () => undefined,
    );
  });
  return {
    take: async () => {
      const isFirst = performance.now() - askedAt > FORGOTTEN_MS;
      askedAt = performance.now();
      if (!isListening) listen(true);
      await connection.sync();
      const taken = { clicks, keys };
      clicks = [];
      keys = 0;
      return isFirst ? { clicks: [], keys: 0 } : taken;
    },
  };
}
