/** Fetches the CA of a fleet's server before anything is said to it, and only the one that was pinned. */
import { timingSafeEqual } from 'node:crypto';
import { connect as dial, type Socket } from 'node:net';
import { type DetailedPeerCertificate, connect as secure, type TLSSocket } from 'node:tls';
import { FleetTrouble } from '../../src/fleet/fleet-trouble.ts';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';
import { withLimit } from '../../src/ports/waits/abort-signals.ts';
import { say } from '../../src/words/say.ts';
import { pinOf } from './certificates.ts';
import { describeConnectTrouble } from './open-fleet.ts';

const PATIENCE_MS = 10_000;
/** An INFO line is about 500 bytes. */
const LONGEST_INFO = 32_768;

/**
 * PEM. Nothing is sent but a TLS greeting. `address`: `host:port`. Rejects with `FleetTrouble`: not reached, no NATS server, or another
 * certificate than the pinned one.
 */
export async function findAuthority(address: string, pin: Buffer, signal: AbortSignal): Promise<string> {
  const patience = withLimit(PATIENCE_MS, signal);
  const { hostname, port } = new URL(`tls://${address}`);
  const socket = dial({ host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port), signal: patience });
  try {
    await untilInfo(socket);
    const tls = secure({ socket, servername: FLEET_TLS_NAME, rejectUnauthorized: false });
    await once(tls, 'secureConnect');
    const found = chainOf(tls).find(({ raw }) => timingSafeEqual(pinOf(raw), pin));
    tls.destroy();
    if (found !== undefined) return toPem(found.raw);
  } catch (error) {
    if (error instanceof FleetTrouble) throw error;
    const isLate = patience.aborted && !signal.aborted;
    const cause = isLate ? new Error('timeout', { cause: error }) : error;
    throw new FleetTrouble(describeConnectTrouble(cause, address), { cause });
  } finally {
    socket.destroy();
  }
  throw new FleetTrouble(
    say`What answers at ${address} has another certificate than the line names, so nothing was sent. Check the address and that nobody is in between; then make a new line.`,
  );
}

/** A NATS server speaks first. */
async function untilInfo(socket: Socket): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const read = (bytes: Buffer): void => {
    said += bytes.toString('latin1');
    if (/^INFO .*\r\n/.test(said)) resolve();
    else if (said.length > LONGEST_INFO || !'INFO '.startsWith(said.slice(0, 5)))
      reject(new FleetTrouble(say`What answers there is not a NATS server. Check the address.`));
  };
  socket.on('data', read);
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('timeout')));
  try {
    await promise;
  } finally {
    socket.off('data', read);
  }
}

async function once(socket: TLSSocket, event: 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(event, resolve);
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('timeout')));
  await promise;
}

function chainOf(socket: TLSSocket): readonly DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let next = socket.getPeerCertificate(true);
    next?.raw !== undefined && !chain.includes(next);
    next = next.issuerCertificate
  )
    chain.push(next);
  return chain;
}

function toPem(raw: Buffer): string {
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
