/** A server of a test on a free port of loopback. */
import type { Server } from 'node:http';

export interface Listening {
  readonly port: number;
  /** Resolves when it is closed and nobody is connected any more. */
  stop(): Promise<void>;
}

export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    port: address.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
