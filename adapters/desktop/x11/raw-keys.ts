/** Keys of a display as they go down and up, whoever has the keyboard: observed, never taken (XInput 2, raw events). */
import { askForExtension, words, type XConnection } from './connection.ts';

export interface RawKey {
  readonly isPress: boolean;
  readonly keycode: number;
  /** A keyboard told it. Ours, and those of other programs, come from the device for tests. */
  readonly isOfKeyboard: boolean;
}

const SELECT_EVENTS = 46;
const QUERY_VERSION = 47;
const QUERY_DEVICE = 48;
const GENERIC_EVENT = 35;
const RAW_KEY_PRESS = 13;
const RAW_KEY_RELEASE = 14;
const ALL_DEVICES = 0;
const ALL_MASTERS = 1;

/** Until the connection ends. Where the server has no such events nothing is ever seen. */
export async function observeKeys(connection: XConnection, seen: (key: RawKey) => void): Promise<void> {
  const opcode = await askForExtension(connection, 'XInputExtension');
  if (opcode === null) return;
  await connection.ask(opcode, QUERY_VERSION, words(2 | (2 << 16)));
  const testers = await findTesters(connection, opcode);
  connection.onEvent((event) => {
    if (event.readUInt8(0) !== GENERIC_EVENT || event.readUInt8(1) !== opcode) return;
    const type = event.readUInt16LE(8);
    if (type !== RAW_KEY_PRESS && type !== RAW_KEY_RELEASE) return;
    const isOfKeyboard = !testers.includes(event.readUInt16LE(20));
    seen({ isPress: type === RAW_KEY_PRESS, keycode: event.readUInt32LE(16), isOfKeyboard });
  });
  const mask = (1 << RAW_KEY_PRESS) | (1 << RAW_KEY_RELEASE);
  connection.send(opcode, SELECT_EVENTS, words(connection.root, 1, ALL_MASTERS | (1 << 16), mask));
}

/** Devices of the XTEST extension, through which programs press keys: the server names them so. */
async function findTesters(connection: XConnection, opcode: number): Promise<readonly number[]> {
  const reply = await connection.ask(opcode, QUERY_DEVICE, words(ALL_DEVICES));
  if (reply === null) return [];
  const found: number[] = [];
  let at = 32;
  for (let left = reply.readUInt16LE(8); left > 0; left -= 1) {
    const [id, classes, nameBytes] = [reply.readUInt16LE(at), reply.readUInt16LE(at + 6), reply.readUInt16LE(at + 8)];
    if (/\bXTEST\b/.test(reply.toString('latin1', at + 12, at + 12 + nameBytes))) found.push(id);
    at += 12 + Math.ceil(nameBytes / 4) * 4;
    for (let each = 0; each < classes; each += 1) at += reply.readUInt16LE(at + 2) * 4;
  }
  return found;
}
