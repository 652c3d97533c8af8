/** Which program an X window or another resource is of. One program may have several connections: LibreOffice has one of its own for selections. */
import { askForExtension, words, type XConnection } from './connection.ts';

/** X-Resource 1.2, "QueryClientIds". */
const QUERY_VERSION = 0;
const QUERY_CLIENT_IDS = 4;
const LOCAL_CLIENT_PID = 1 << 1;
const HEADER_BYTES = 32;
const ID_HEAD_BYTES = 12;

export interface XPrograms {
  /**
   * Whether two windows belong to one program: to one connection, or to one process if both run on this machine and the server tells it.
   */
  isSame(one: number, other: number): Promise<boolean>;
  isOtherConnection(one: number, other: number): boolean;
}

export async function createPrograms(connection: XConnection): Promise<XPrograms> {
  const opcode = await findResources(connection);
  const processOf = async (resource: number): Promise<number | null> => {
    if (opcode === null) return null;
    const reply = await connection.ask(opcode, QUERY_CLIENT_IDS, words(1, resource, LOCAL_CLIENT_PID));
    const hasPid = reply !== null && reply.length >= HEADER_BYTES + ID_HEAD_BYTES + 4 && reply.readUInt32LE(8) > 0;
    return hasPid ? reply.readUInt32LE(HEADER_BYTES + ID_HEAD_BYTES) : null;
  };
  const isOtherConnection: XPrograms['isOtherConnection'] = (one, other) =>
    clientOf(one, connection) !== clientOf(other, connection);
  return {
    isOtherConnection,
    async isSame(one, other) {
      if (!isOtherConnection(one, other)) return true;
      const [process, second] = await Promise.all([processOf(one), processOf(other)]);
      return process !== null && process === second;
    },
  };
}

/** null where the server cannot tell processes. */
async function findResources(connection: XConnection): Promise<number | null> {
  const opcode = await askForExtension(connection, 'X-Resource');
  if (opcode === null) return null;
  const reply = await connection.ask(opcode, QUERY_VERSION, Buffer.from([1, 2, 0, 0]));
  const isEnough = reply !== null && (reply.readUInt16LE(8) > 1 || reply.readUInt16LE(10) >= 2);
  return isEnough ? opcode : null;
}

/** Which connection made a window: the high bits of its id. */
export function clientOf(window: number, connection: XConnection): number {
  return (window & ~connection.resourceIdMask) >>> 0;
}
