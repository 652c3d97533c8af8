/** The connection to a NATS server: TLS, signed in by a file, found again for ever. The client is loaded only here and after it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';
import { backOff } from '../../src/ports/waits/backoff.ts';
import { createSignIn } from './sign-in.ts';

export interface ConnectOptions {
  readonly url: string;
  /** The file of NATS_CREDS: a user's JWT with its seed, or a bare seed. */
  readonly creds: string;
  /** The name by which the server lists this connection. */
  readonly name: string;
  readonly inboxPrefix: string;
  /** Called with what happens to the connection, for the log. */
  readonly note: (problem: string) => void;
}

/** The time between pings; after two that are not answered the connection is given up. */
const PING_MS = 5_000;
/** The longest wait for a new connection. */
const DIAL_MS = 10_000;
/** Sought again soon, for a stop may be waiting; then less and less often, for a server that is down is sought by all at once. */
const SOON = { firstMs: 50, capMs: 400 };
/** After half a minute of that it was no break: a computer that is away for hours does not wake up three times a second. */
const LONG_TRIES = 100;
const LONG = { firstMs: 2_600, capMs: 2_600 };
/** Whoever was never connected has nobody waiting. */
const FIRST_TRIES = 4;

/** Resolves once connected, however long that takes; rejects when the file cannot be read, or the server refuses its credentials. */
export async function connectFleet(options: ConnectOptions): Promise<NatsConnection> {
  const { connect } = (await import('./nats-client.ts')).client;
  const signIn = createSignIn(readFileSync(options.creds, 'utf8'));
  const ca = join(dirname(options.creds), 'ca.pem');
  // With any TLS option given, the client refuses a server that offers no TLS.
  const tls = existsSync(ca) ? { ca: readFileSync(ca, 'utf8'), servername: FLEET_TLS_NAME } : {};
  let tries = FIRST_TRIES;
  const connection = await connect({
    servers: options.url,
    name: options.name,
    inboxPrefix: options.inboxPrefix,
    authenticator: signIn,
    tls,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => backOff(tries + 1, { ...(tries > LONG_TRIES ? LONG : SOON), random: Math.random }),
    timeout: DIAL_MS,
    waitOnFirstConnect: true,
    pingInterval: PING_MS,
    maxPingOut: 2,
  });
  tries = 0;
  void watch(connection, options.note, (again) => {
    tries = again ? tries + 1 : 0;
  });
  return connection;
}

async function watch(
  connection: NatsConnection,
  note: (problem: string) => void,
  seek: (again: boolean) => void,
): Promise<void> {
  let isDialing = false;
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' && isDialing) giveUpDial(connection);
    else if (status.type === 'disconnect') note('The connection to the NATS server broke; it is sought again.');
    if (status.type === 'reconnecting' || status.type === 'reconnect') {
      isDialing = status.type === 'reconnecting';
      seek(isDialing);
    }
    if (status.type === 'reconnect') note('The NATS server is connected again.');
    if (status.type === 'error') note(`The NATS server says: ${status.error.message}`);
  }
}

/** nats.js 3.4 waits all of `timeout` for a line that broke after TLS and before the server's first answer: it is told here. */
function giveUpDial(connection: NatsConnection): void {
  const protocol = 'protocol' in connection ? connection.protocol : null;
  if (typeof protocol !== 'object' || protocol === null || !('connectError' in protocol)) return;
  if (typeof protocol.connectError === 'function') protocol.connectError(new Error('the line broke'));
}
