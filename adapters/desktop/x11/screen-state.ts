/**
 * Whether an X screen can be worked: its saver (MIT-SCREEN-SAVER), its power (DPMS), and the sign xscreensaver leaves on the root
 * window while it has locked. Lockers that xss-lock starts come with the saver; others show by what they do.
 */
import type { Display, ScreenState } from '../../../src/ports/desktop.ts';
import { hasBareLocker } from './bare-locker.ts';
import { askForExtension, words, type XConnection } from './connection.ts';
import type { XProperties } from './properties.ts';

const QUERY_INFO = 1;
const SAVER_ON = 1;
const DPMS_FORCE_LEVEL = 6;
const DPMS_INFO = 7;
const DPMS_ON = 0;
const FORCE_SCREEN_SAVER = 115;
const RESET = 0;

export interface XScreenState {
  read(): Promise<ScreenState>;
  wake(): Promise<void>;
}

/** A server without one of the extensions has no saver or power saving of that kind. */
export async function createScreenState(
  connection: XConnection,
  properties: XProperties,
  monitors: () => Promise<readonly Display[]>,
): Promise<XScreenState> {
  const { root } = connection;
  const [saver, power, status, lock] = await Promise.all([
    askForExtension(connection, 'MIT-SCREEN-SAVER'),
    askForExtension(connection, 'DPMS'),
    properties.atom('_SCREENSAVER_STATUS'),
    properties.atom('LOCK'),
  ]);
  return {
    async read() {
      const [info, level, sign, isLocked] = await Promise.all([
        saver === null ? null : connection.ask(saver, QUERY_INFO, words(root)),
        power === null ? null : connection.ask(power, DPMS_INFO, Buffer.alloc(0)),
        properties.read(root, status),
        hasBareLocker(connection, properties, monitors),
      ]);
      if (isLocked) return 'locked';
      if (sign?.format === 32 && sign.data.length >= 4 && sign.data.readUInt32LE(0) === lock) return 'locked';
      const isSaverOn = info?.readUInt8(1) === SAVER_ON;
      const isOff = level !== null && level.readUInt8(10) !== 0 && level.readUInt16LE(8) !== DPMS_ON;
      return isSaverOn || isOff ? 'asleep' : 'on';
    },
    async wake() {
      connection.send(FORCE_SCREEN_SAVER, RESET, Buffer.alloc(0));
      if (power !== null) connection.send(power, DPMS_FORCE_LEVEL, words(DPMS_ON));
      await connection.sync();
    },
  };
}

const SUSPEND = 5;

/** Keeps the screen from going blank, to sleep or to its saver (MIT-SCREEN-SAVER 1.1: also holds DPMS); ends with the connection. The function sets whether the screen is held awake. A server without the extension has no saver of its own to hold. */
export async function createAwake(connection: XConnection): Promise<(isWanted: boolean) => void> {
  const opcode = await askForExtension(connection, 'MIT-SCREEN-SAVER');
  let isHeld = false;
  return (isWanted) => {
    // The server counts the requests, so each is sent only once.
    if (opcode === null || isWanted === isHeld) return;
    isHeld = isWanted;
    connection.send(opcode, SUSPEND, words(isWanted ? 1 : 0));
  };
}
