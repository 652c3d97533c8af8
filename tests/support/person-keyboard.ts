/**
 * A person's own keyboard on a test display: keys of the device that stands for one, which the server does not tell as XTEST's. (XTEST's
 * FakeInput with an event of the X Input extension, which names its device.)
 */
import { connectDisplay, findExtension, words } from '../../adapters/desktop/x11/connection.ts';
import type { DisplayEnvironment } from '../../adapters/desktop/x11/display-name.ts';
import { readKeymap } from '../../adapters/desktop/x11/keymap.ts';

export interface PersonKeyboard {
  down(keysym: number): Promise<void>;
  up(keysym: number): Promise<void>;
  close(): void;
}

export const KEYSYMS = { escape: 0xff1b, ctrl: 0xffe3, alt: 0xffe9, shift: 0xffe1, a: 0x61 } as const;

const FAKE_INPUT = 2;
const QUERY_VERSION = 47;
const QUERY_DEVICE = 48;
const SLAVE_KEYBOARD = 4;
/** Of the X Input extension's first event. */
const DEVICE_KEY_PRESS = 1;
const DEVICE_KEY_RELEASE = 2;

export async function openPersonKeyboard(env: DisplayEnvironment): Promise<PersonKeyboard> {
  const connection = await connectDisplay(env);
  const [xtest, xinput] = await Promise.all([
    findExtension(connection, 'XTEST'),
    findExtension(connection, 'XInputExtension'),
  ]);
  if (xtest === null || xinput === null) throw new Error('this display has no XTEST or no XInput');
  await connection.ask(xinput.opcode, QUERY_VERSION, words(2 | (2 << 16)));
  const reply = await connection.ask(xinput.opcode, QUERY_DEVICE, words(0));
  const device = reply === null ? undefined : findKeyboard(reply);
  if (device === undefined) throw new Error('this display has no keyboard beside that of XTEST');
  const keymap = await readKeymap(connection);
  const send = async (event: number, keysym: number): Promise<void> => {
    const keycode = keymap.findAnywhere(keysym)?.keycode ?? 0;
    const type = xinput.firstEvent + event;
    connection.send(
      xtest.opcode,
      FAKE_INPUT,
      words(type | (keycode << 8), 0, connection.root, 0, 0, 0, 0, device << 24),
    );
    await connection.sync();
  };
  return {
    down: (keysym) => send(DEVICE_KEY_PRESS, keysym),
    up: (keysym) => send(DEVICE_KEY_RELEASE, keysym),
    close: () => connection.close(),
  };
}

function findKeyboard(reply: Buffer): number | undefined {
  let at = 32;
  for (let left = reply.readUInt16LE(8); left > 0; left -= 1) {
    const [id, use, classes, nameBytes] = [0, 2, 6, 8].map((offset) => reply.readUInt16LE(at + offset));
    const name = reply.toString('latin1', at + 12, at + 12 + (nameBytes ?? 0));
    if (use === SLAVE_KEYBOARD && !/XTEST/.test(name)) return id;
    at += 12 + Math.ceil((nameBytes ?? 0) / 4) * 4;
    for (let each = 0; each < (classes ?? 0); each += 1) at += reply.readUInt16LE(at + 2) * 4;
  }
  return undefined;
}
