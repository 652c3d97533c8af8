/** Keeps the screen from going blank, to sleep or to its saver (MIT-SCREEN-SAVER, version 1.1: also holds DPMS). Ends with the connection. */
import { askForExtension, words, type XConnection } from './connection.ts';

const SUSPEND = 5;

/** The function sets whether the screen is held awake. A server without the extension has no saver of its own to hold. */
export async function createAwake(connection: XConnection): Promise<(isWanted: boolean) => void> {
  const opcode = await askForExtension(connection, 'MIT-SCREEN-SAVER');
  let isHeld = false;
  return (isWanted) => {
    // The server counts how often it was asked.
    if (opcode === null || isWanted === isHeld) return;
    isHeld = isWanted;
    connection.send(opcode, SUSPEND, words(isWanted ? 1 : 0));
  };
}
