/** The HTTP server below the page: 127.0.0.1 only, ended for good on close. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';

const HOST = '127.0.0.1';

/** Time an open request gets to end by itself on close. */
const CLOSE_GRACE_MS = 500;

/** The port cannot be had; the message says what to do. */
export class WebChatPortUnavailable extends SaidError {
  override readonly name = 'WebChatPortUnavailable';
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves on `port` (0: any free one) and calls `makeFetch` with the real one. Rejects with `WebChatPortUnavailable`. */
export async function listen(
  port: number,
  makeFetch: (port: number) => (request: Request) => Response | Promise<Response>,
): Promise<Listener> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 });
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen({ port, host: HOST, exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the web chat listens on no TCP port');
  const answer = getRequestListener(makeFetch(address.port), { overrideGlobalObjects: false });
  const open = new Set<ServerResponse>();
  server.on('request', (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    void answer(request, response);
  });

  return {
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const answered = Promise.all([...open].map((response) => once(response, 'close')));
      await Promise.race([answered, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function explain(error: Error, port: number): Error {
  const code = 'code' in error ? error.code : '';
  const advice = say`Set ${'WEB_CHAT_PORT'} to another port (0 = any free one), or ${'WEB_CHAT=off'}, and start again.`;
  if (code === 'EADDRINUSE') {
    return new WebChatPortUnavailable(
      say`Port ${String(port)} on ${HOST} is taken, perhaps by a second Deskhand. ${advice}`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new WebChatPortUnavailable(say`Port ${String(port)} on ${HOST} may not be used by this account. ${advice}`, {
      cause: error,
    });
  }
  return new Error(`The web chat cannot listen on ${HOST}:${port}: ${error.message}`, { cause: error });
}
