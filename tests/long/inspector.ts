/** Has a Node process throw away what nobody needs, through its inspector on loopback: only then does its memory tell what it keeps. */
import { once } from 'node:events';

/** For NODE_OPTIONS of the process. */
export const INSPECTED = '--inspect=127.0.0.1:0';

/** `stderr`: what the process has said; it names its inspector there. Rejects when there is none. */
export async function collectGarbage(stderr: string): Promise<void> {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(stderr)?.[1];
  if (address === undefined) throw new Error('the process has no inspector');
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    // Twice: what finalizers let go of goes with the second.
    for (const id of [1, 2]) {
      socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
      await once(socket, 'message');
    }
  } finally {
    socket.close();
  }
}
