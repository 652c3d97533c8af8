/** The monitors of an X display (RandR 1.5, RRGetMonitors), asked anew each time: they come and go. */
import type { Display } from '../../../src/ports/desktop.ts';
import { askForExtension, words, type XConnection } from './connection.ts';
import type { XProperties } from './properties.ts';

const QUERY_VERSION = 0;
const GET_MONITORS = 42;
const ONLY_ACTIVE = 1;
/** Bytes of one monitor without its outputs, and where they begin in the reply. */
const MONITOR_BYTES = 24;
const FIRST_MONITOR = 32;

/**
 * The primary one first, then from left to right and from top to bottom: that is how they are numbered. All of the root window where
 * the server does not tell; none when there is no screen.
 */
export async function createMonitors(
  connection: XConnection,
  properties: Pick<XProperties, 'rootSize'>,
): Promise<() => Promise<readonly Display[]>> {
  const askMonitors = await findMonitorsRequest(connection);
  return async () => {
    const [root, reply] = await Promise.all([properties.rootSize(), askMonitors()]);
    if (root.width === 0) return [];
    const monitors = reply === null ? [] : readMonitors(reply).filter((monitor) => isInside(monitor, root));
    const found = monitors.length > 0 ? monitors : [{ isPrimary: true, x: 0, y: 0, ...root }];
    return found
      .toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary) || one.x - other.x || one.y - other.y)
      .map(({ x, y, width, height }, position) => ({
        index: position + 1,
        width,
        height,
        originX: x,
        originY: y,
        density: 1,
      }));
  };
}

/** The atom of the first monitor's name; null where the server does not tell. */
export async function readMonitorName(connection: XConnection): Promise<number | null> {
  const reply = await (await findMonitorsRequest(connection))();
  return reply === null || reply.length < FIRST_MONITOR + MONITOR_BYTES ? null : reply.readUInt32LE(FIRST_MONITOR);
}

async function findMonitorsRequest(connection: XConnection): Promise<() => Promise<Buffer | null>> {
  const opcode = await askForExtension(connection, 'RANDR');
  const version = opcode === null ? null : await connection.ask(opcode, QUERY_VERSION, words(1, 5));
  const hasMonitors = version !== null && (version.readUInt32LE(8) > 1 || version.readUInt32LE(12) >= 5);
  return async () =>
    hasMonitors && opcode !== null
      ? await connection.ask(opcode, GET_MONITORS, words(connection.root, ONLY_ACTIVE))
      : null;
}

interface Monitor {
  readonly isPrimary: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Exported for its test. */
function readMonitors(reply: Buffer): readonly Monitor[] {
  const monitors: Monitor[] = [];
  let at = FIRST_MONITOR;
  for (let left = reply.readUInt32LE(12); left > 0 && at + MONITOR_BYTES <= reply.length; left -= 1) {
    monitors.push({
      isPrimary: reply.readUInt8(at + 4) !== 0,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      width: reply.readUInt16LE(at + 12),
      height: reply.readUInt16LE(at + 14),
    });
    at += MONITOR_BYTES + 4 * reply.readUInt16LE(at + 6);
  }
  return monitors;
}

/** While the server changes modes a monitor may stick out for a moment; nothing can be captured there. */
function isInside(
  { x, y, width, height }: Monitor,
  root: { readonly width: number; readonly height: number },
): boolean {
  return width > 0 && height > 0 && x >= 0 && y >= 0 && x + width <= root.width && y + height <= root.height;
}
