/** The user on the other end of a Unix socket, as the system tells it: Node shows no peer credentials. */
import type { Socket } from 'node:net';
import { z } from 'zod';

const handleSchema = z.object({ fd: z.number().int().min(0) });

/** socket(7): SOL_SOCKET, SO_PEERCRED. */
const SOL_SOCKET = 1;
const SO_PEERCRED = 17;
/** struct ucred: pid, uid, gid, four bytes each. */
const UCRED_BYTES = 12;

/** null: this system, or this Node, does not tell. */
export async function readPeerUid(socket: Socket): Promise<number | null> {
  const handle = handleSchema.safeParse(Reflect.get(socket, '_handle'));
  if (!handle.success) return null;
  try {
    const { default: koffi } = await import('koffi');
    return process.platform === 'darwin'
      ? readOnMac(koffi.load('/usr/lib/libSystem.B.dylib'), handle.data.fd)
      : readOnLinux(koffi.load(null), handle.data.fd);
  } catch {
    return null;
  }
}

type Library = ReturnType<typeof import('koffi').load>;

function readOnLinux(library: Library, fd: number): number | null {
  const getsockopt = library.func('int getsockopt(int, int, int, void *, _Inout_ uint32_t *)');
  const credentials = Buffer.alloc(UCRED_BYTES);
  const failed = z.number().parse(getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, [UCRED_BYTES]));
  return failed === 0 ? credentials.readUInt32LE(4) : null;
}

/** getpeereid(3). */
function readOnMac(library: Library, fd: number): number | null {
  const getpeereid = library.func('int getpeereid(int, _Out_ uint32_t *, _Out_ uint32_t *)');
  const [uid, gid] = [[0], [0]];
  return getpeereid(fd, uid, gid) === 0 ? (uid[0] ?? null) : null;
}
