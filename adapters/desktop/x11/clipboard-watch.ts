/** Counts what others put on the clipboard, as the X server tells it (XFIXES, version 1 and later, "selection tracking"). */
import { randomUUID } from 'node:crypto';
import { findExtension, words, type XConnection } from './connection.ts';
import type { XProperties } from './properties.ts';

export interface ClipboardWatch {
  /** Another string as soon as somebody else has copied something; null: this server cannot tell. */
  copy(): Promise<string | null>;
}

const QUERY_VERSION = 0;
const SELECT_SELECTION_INPUT = 2;
const SET_OWNER = 0;
const SET_OWNER_MASK = 1;

/** `own`: the window that takes the clipboard for us, whose takings do not count. */
export async function createClipboardWatch(
  connection: XConnection,
  properties: XProperties,
  own: number,
): Promise<ClipboardWatch> {
  const extension = await findExtension(connection, 'XFIXES');
  if (extension === null) return { copy: async () => null };
  const { opcode, firstEvent } = extension;
  const clipboard = await properties.atom('CLIPBOARD');
  const life = randomUUID();
  let copies = 0;
  connection.onEvent((event) => {
    if ((event.readUInt8(0) & 0x7f) !== firstEvent || event.readUInt8(1) !== SET_OWNER) return;
    const [owner, selection] = [event.readUInt32LE(8), event.readUInt32LE(12)];
    if (selection === clipboard && owner !== own && owner !== 0) copies += 1;
  });
  await connection.ask(opcode, QUERY_VERSION, words(5, 0));
  connection.send(opcode, SELECT_SELECTION_INPUT, words(connection.root, clipboard, SET_OWNER_MASK));
  return {
    copy: async () => {
      // What the server had to tell before is here by then.
      await connection.sync();
      return `${life}:${copies}`;
    },
  };
}
