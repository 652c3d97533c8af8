/** Where an X display is painted, as its server tells it (X Damage Extension, version 1.1). */
import type { Box } from '../../../src/ports/desktop.ts';
import { findExtension, words, type XConnection } from './connection.ts';

export interface PaintWatch {
  /** What was painted since the last call, in pixels of the root window; null: this server cannot tell. */
  take(): Promise<readonly Box[] | null>;
}

const QUERY_VERSION = 0;
const CREATE = 1;
const SUBTRACT = 3;
/** DeltaRectangles: what the damage already holds is not told again, so that a video cannot flood us. */
const DELTA_RECTANGLES = 1;
const NONE = 0;

export async function createPaintWatch(connection: XConnection): Promise<PaintWatch> {
  const extension = await findExtension(connection, 'DAMAGE');
  if (extension === null) return { take: async () => null };
  const { opcode, firstEvent } = extension;
  const damage = connection.newId();
  let painted: Box[] = [];
  connection.onEvent((event) => {
    if ((event.readUInt8(0) & 0x7f) !== firstEvent || event.readUInt32LE(8) !== damage) return;
    const [x, y] = [event.readInt16LE(16), event.readInt16LE(18)];
    painted.push({ x, y, width: event.readUInt16LE(20), height: event.readUInt16LE(22) });
  });
  await connection.ask(opcode, QUERY_VERSION, words(1, 1));
  connection.send(opcode, CREATE, words(damage, connection.root, DELTA_RECTANGLES));
  return {
    take: async () => {
      // What was painted before is told by then.
      await connection.sync();
      const before = painted;
      painted = [];
      connection.send(opcode, SUBTRACT, words(damage, NONE, NONE));
      await connection.sync();
      // What was told meanwhile may be in the damage again, so that its next painting is not told: the next call must return it too.
      return [...before, ...painted];
    },
  };
}
