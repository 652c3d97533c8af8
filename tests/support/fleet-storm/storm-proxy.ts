/** A TCP proxy between machines and their server that cuts, delays and half-opens connections. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface StormProxy {
  readonly port: number;
  /** Listens on a port of its own for this name; connections are told apart by their port alone. */
  listen(name: string): Promise<number>;
  /** One partition of a share of the connections (0–1), of a random kind; resolves when it is over. `begun` gets the names concerned. */
  partition(share: number, ms: number, begun?: (names: readonly string[]) => void): Promise<void>;
  /** The number of working connections: all, or those of this name. */
  count(name?: string): number;
  /** Cuts every connection and lets none through until `unblock`. */
  block(): void;
  unblock(): void;
  close(): Promise<void>;
}

export async function startStormProxy(target: number, random: () => number): Promise<StormProxy> {
  const lines = new Set<{ readonly name: string; readonly near: Socket; readonly far: Socket }>();
  const servers: Server[] = [];
  let isBlocked = false;
  const listen = async (name: string): Promise<number> => {
    const server = createServer((near) => {
      if (isBlocked) return near.destroy();
      const far = connect(target, '127.0.0.1');
      const line = { name, near, far };
      lines.add(line);
      const end = (): void => {
        lines.delete(line);
        near.destroy();
        far.destroy();
      };
      for (const socket of [near, far]) socket.on('error', end).on('close', end);
      near.pipe(far);
      far.pipe(near);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return address.port;
  };
  return {
    port: await listen(''),
    listen,
    async partition(share, ms, begun) {
      const chosen = [...lines].filter(() => random() < share);
      begun?.(chosen.map(({ name }) => name));
      const kind = (['cut', 'held up', 'half open'] as const)[Math.floor(random() * 3)] ?? 'cut';
      for (const { near, far } of chosen) {
        if (kind === 'cut') near.destroy();
        if (kind !== 'cut') near.unpipe(far);
        if (kind === 'held up') far.unpipe(near);
        // Half open: what the machine sends is dropped, what it is sent still arrives.
        if (kind === 'half open') near.resume();
      }
      await sleep(ms);
      for (const { near, far } of chosen) {
        if (kind === 'half open') near.destroy();
        if (kind !== 'held up') continue;
        near.pipe(far);
        far.pipe(near);
      }
    },
    count: (name) => (name === undefined ? lines.size : [...lines].filter((line) => line.name === name).length),
    block() {
      isBlocked = true;
      for (const { near } of lines) near.destroy();
    },
    unblock() {
      isBlocked = false;
    },
    async close() {
      for (const { near } of lines) near.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
