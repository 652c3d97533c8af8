/** The wire below the API: a loopback HTTP server whose connections can be cut, refused, or left half open. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface HttpListener {
  readonly port: number;
  /** Refuses and ends every connection until `comeUp`. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  /** Makes the open connections silent for good: nothing is read from or written to them, and they never close. New connections work. */
  leaveHalfOpen(): number;
  stop(): Promise<void>;
}

/**
 * `handle` gets the whole body. A request on a silent connection never reaches it, and an answer never leaves. `upgrade` gets
 * connections that become something else than HTTP.
 */
export async function listenOnLoopback(
  handle: (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void>,
  port = 0,
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null = null,
): Promise<HttpListener> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (body !== null && !silent.has(request.socket)) await handle(request, body, response);
  });
  if (upgrade !== null) server.on('upgrade', upgrade);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A write to a silent connection goes nowhere, like a packet to a gateway that forgot the connection.
    const write = socket.write.bind(socket);
    Object.assign(socket, {
      write: (...sent: Parameters<typeof write>) => (silent.has(socket) ? true : write(...sent)),
    });
  });

  function listen(on: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(on, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      if (server.listening) server.close(() => resolve());
      else resolve();
      for (const socket of sockets) {
        // A socket that is already closing never finishes a reset, which would keep the process alive.
        if (socket.writableEnded) socket.destroy();
        else socket.resetAndDestroy();
      }
    });
  }

  await listen(port);
  const address = server.address();
  const bound = isAddressInfo(address) ? address.port : port;
  return {
    port: bound,
    goDown: close,
    comeUp: () => listen(bound),
    leaveHalfOpen() {
      for (const socket of sockets) {
        silent.add(socket);
        socket.pause();
      }
      return sockets.size;
    },
    stop: close,
  };
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}
