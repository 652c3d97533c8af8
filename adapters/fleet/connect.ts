/** The connection to a NATS server: TLS, signed in by a file, found again for ever. The client is loaded only here and after it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';

export interface ConnectOptions {
  readonly url: string;
  /** The file of NATS_CREDS: a user's JWT with its seed, or a bare seed. */
  readonly creds: string;
  /** As the server lists its connections. */
  readonly name: string;
  readonly inboxPrefix: string;
  /** Told of what happens to the connection, for the log. */
  readonly note: (problem: string) => void;
}

/** A line that is silent for so long is a dead one; two pings are missed before it is given up. */
const PING_MS = 5_000;
const RECONNECT_MS = 250;

/** Resolves once connected, however long that takes; rejects when the file cannot be read, or the server refuses what signs in. */
export async function connectFleet(options: ConnectOptions): Promise<NatsConnection> {
  const { connect, credsAuthenticator, nkeyAuthenticator } = await import('@nats-io/transport-node');
  const signed = readFileSync(options.creds);
  const isCreds = signed.includes('BEGIN NATS USER JWT');
  const ca = join(dirname(options.creds), 'ca.pem');
  // Given at all, it refuses a server that offers no TLS.
  const tls = existsSync(ca) ? { ca: readFileSync(ca, 'utf8'), servername: FLEET_TLS_NAME } : {};
  const connection = await connect({
    servers: options.url,
    name: options.name,
    inboxPrefix: options.inboxPrefix,
    authenticator: isCreds
      ? credsAuthenticator(signed)
      : nkeyAuthenticator(Buffer.from(signed.toString('utf8').trim())),
    tls,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_MS,
    reconnectJitterTLS: RECONNECT_MS,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: 2,
  });
  void watch(connection, options.note);
  return connection;
}

async function watch(connection: NatsConnection, note: (problem: string) => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') note('The connection to the NATS server broke; it is sought again.');
    if (status.type === 'reconnect') note('The NATS server is connected again.');
    if (status.type === 'error') note(`The NATS server says: ${status.error.message}`);
  }
}
