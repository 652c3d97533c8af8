/** The bytes of a request, none of them kept once there are too many. */
import type { IncomingMessage } from 'node:http';

/** null: there are more than `most`. Rejects when the connection ends first. */
export function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > most) {
        parts.length = 0;
        resolve(null);
      } else parts.push(part);
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The connection ended before the whole body came.')));
  });
}

const DRAINED_MOST = 4 * 1024 * 1024;
const DRAIN_MS = 2000;

/** Reads on without keeping anything; resolves at the end of the body, or at a limit. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const timer = setTimeout(resolve, DRAIN_MS);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > DRAINED_MOST) end();
    });
    request.once('end', end);
    request.once('close', end);
    request.once('error', end);
    request.resume();
  });
}
