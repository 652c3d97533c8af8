/** A real nats-server with the configuration that `deskhand fleet init` writes, on loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { credsOf, type FleetKeys, makeUser, signUser } from '../../../adapters/fleet/authority.ts';
import { FLEET_FILES, readKeys } from '../../../adapters/fleet/fleet-folder.ts';
import { makeFleet } from '../../../adapters/fleet/make-fleet.ts';
import { pinnedTo } from '../../../adapters/fleet/open-fleet.ts';
import { type Permissions, permissionsOf } from '../../../src/fleet/subjects.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

export interface FleetServer {
  /** The gateway's folder `state/fleet`. */
  readonly folder: string;
  /** `host:port`. */
  readonly address: string;
  /** PEM. */
  readonly authority: string;
  readonly keys: FleetKeys;
  readonly gatewayCreds: string;
  /** The server's log. */
  log(): string;
  /** Connects with these credentials; closed with the test. */
  open(creds: string, inboxPrefix: string): Promise<NatsConnection>;
  /** Creds of a machine as a join gives them, and its public key. */
  makeMachine(name: string, permissions?: Permissions): Promise<{ readonly creds: string; readonly key: string }>;
  start(): Promise<void>;
  /** `SIGKILL` by default. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

type Context = { after(act: () => unknown): void };

/** Starts the server of an existing fleet at its configured port. */
export async function serveFleet(t: Context, folder: string, address: string): Promise<FleetServer> {
  const authority = readFileSync(join(folder, FLEET_FILES.authority), 'utf8');
  const keys = await readKeys(folder);
  const opened: NatsConnection[] = [];
  let child: ChildProcess | null = null;
  let log = '';
  const start = async (): Promise<void> => {
    const before = log.length;
    const server = spawn('nats-server', ['-c', join(folder, FLEET_FILES.config)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    child = server;
    await until(
      () => {
        if (server.exitCode !== null) throw new Error(`nats-server ended: ${log}`);
        return log.slice(before).includes('Server is ready');
      },
      () => log,
    );
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  t.after(async () => {
    await Promise.all(opened.map((connection) => connection.close().catch(() => undefined)));
    await kill();
  });
  await start();
  return {
    folder,
    address,
    authority,
    keys,
    gatewayCreds: readFileSync(join(folder, FLEET_FILES.gateway), 'utf8'),
    log: () => log,
    async open(creds, inboxPrefix) {
      const connection = await connect({
        servers: `tls://${address}`,
        tls: pinnedTo(authority),
        authenticator: credsAuthenticator(new TextEncoder().encode(creds)),
        inboxPrefix,
        reconnect: false,
        timeout: 30_000,
      });
      opened.push(connection);
      return connection;
    },
    async makeMachine(name, permissions = permissionsOf(name)) {
      const user = makeUser();
      return {
        creds: credsOf(await signUser(keys, name, user.publicKey, permissions), user.seed),
        key: user.publicKey,
      };
    },
    start,
    kill,
  };
}

/** Makes a fleet of its own, and starts its server. */
export async function startFleetServer(t: Context & { after(act: () => void): void }): Promise<FleetServer> {
  const folder = join(makeTempFolder(t), 'state', 'fleet');
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  await makeFleet({ folder, address, here: address, listen: address, service: () => ({}), now: Date.now() });
  return await serveFleet(t, folder, address);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
