/**
 * A locker that leaves no sign anywhere (i3lock, slock, xsecurelock): a window that no window manager may touch, over a whole monitor,
 * while some program has taken the keyboard. Whatever else does just that would take our keys for itself as well.
 */
import type { Box, Display } from '../../../src/ports/desktop.ts';
import { words, type XConnection } from './connection.ts';
import type { XProperties } from './properties.ts';

const GRAB_KEYBOARD = 31;
const UNGRAB_KEYBOARD = 32;
/** Events to the root window only; neither pointer nor keys wait for us. */
const OWNER_EVENTS = 0;
const CURRENT_TIME = 0;
const BOTH_ASYNCHRONOUS = 0x0101;
const TAKEN_BY_ANOTHER = 1;
const FROZEN_BY_ANOTHER = 4;
/** xsecurelock's window stays a pixel away from each edge. */
const INSET_PX = 2;
/** A resource id has three bits of the server's own in front of those that name the client. */
const ID_BITS = 0x1fff_ffff;

export async function hasBareLocker(
  connection: XConnection,
  properties: Pick<XProperties, 'childrenOf' | 'isUnmanaged' | 'geometryOf'>,
  monitors: () => Promise<readonly Display[]>,
): Promise<boolean> {
  const [windows, displays] = await Promise.all([properties.childrenOf(connection.root), monitors()]);
  const places = await Promise.all(
    windows
      .filter((window) => !isOfServer(window, connection))
      .map(async (window) => {
        const [isUnmanaged, geometry] = await Promise.all([
          properties.isUnmanaged(window),
          properties.geometryOf(window),
        ]);
        return isUnmanaged ? (geometry?.box ?? null) : null;
      }),
  );
  const isOver = displays.some((display) => places.some((box) => box !== null && covers(box, display)));
  // The keyboard is tried only when such a window is there: whoever has the focus is told of a grab, however short.
  return isOver && (await isKeyboardTaken(connection));
}

/** Whether a window is the server's own: the overlay that a compositor draws on always lies over everything. */
function isOfServer(window: number, { resourceIdMask }: XConnection): boolean {
  return (window & ID_BITS & ~resourceIdMask) === 0;
}

function covers({ x, y, width, height }: Box, { originX, originY, ...size }: Display): boolean {
  return (
    x <= originX + INSET_PX &&
    y <= originY + INSET_PX &&
    x + width >= originX + size.width - INSET_PX &&
    y + height >= originY + size.height - INSET_PX
  );
}

/** Whether another program has grabbed the keyboard. No request tells, so a grab is tried. */
async function isKeyboardTaken(connection: XConnection): Promise<boolean> {
  const body = words(connection.root, CURRENT_TIME, BOTH_ASYNCHRONOUS);
  const answered = connection.ask(GRAB_KEYBOARD, OWNER_EVENTS, body);
  // Grab and release are sent together, so that we hold it no longer than the server needs; another program's grab is not released by this.
  connection.send(UNGRAB_KEYBOARD, 0, words(CURRENT_TIME));
  const status = (await answered)?.readUInt8(1);
  return status === TAKEN_BY_ANOTHER || status === FROZEN_BY_ANOTHER;
}
