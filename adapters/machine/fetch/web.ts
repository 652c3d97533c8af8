/** The way to a server of the public web: every address of its name is looked at, and only what was looked at is connected to. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress } from './public-address.ts';

export interface Web {
  /** Addresses of a name. Rejects as `node:dns` does. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Connects to one of these addresses and to nothing else. */
  readonly dial: (addresses: readonly string[], port: number) => Socket;
  /** Certificates of authorities that are believed, PEM; left out: those that Node brings. */
  readonly ca?: string;
}

/** A host one or more of whose addresses belong to this computer or its network. */
export class PrivateAddress extends Error {}

export const WEB: Web = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  dial: (addresses, port) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first = { address: '', family: 4 }] = found;
    return connectTcp({
      host: 'checked.invalid',
      port,
      autoSelectFamily: true,
      lookup: (_host, options, done) =>
        options.all === true ? done(null, found) : done(null, first.address, first.family),
    });
  },
};

/** Rejects with `PrivateAddress`, with what DNS, TCP or TLS say, or with the signal's reason. */
export async function connectTo(url: URL, web: Web, signal: AbortSignal): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/\.$/, '');
  const addresses = await orAborted(web.resolve(host), signal);
  // One private address among public ones is a sign of DNS rebinding, so all have to be public.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new PrivateAddress(host);
  const socket = web.dial(addresses, url.port === '' ? (isSecure ? 443 : 80) : Number(url.port));
  const secured = isSecure
    ? connectTls({
        socket,
        servername: host,
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        ...(web.ca === undefined ? {} : { ca: web.ca }),
      })
    : socket;
  try {
    await orAborted(
      new Promise<void>((resolve, reject) => {
        secured.once(isSecure ? 'secureConnect' : 'connect', () => resolve());
        secured.once('error', reject);
        secured.once('close', () => reject(new Error('closed')));
      }),
      signal,
    );
    return secured;
  } catch (error) {
    secured.on('error', () => undefined);
    secured.destroy();
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  }
}

async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
