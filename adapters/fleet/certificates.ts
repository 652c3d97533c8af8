/** A certificate authority that signs one server, for connections that are pinned to it (RFC 5280, ECDSA on P-256: RFC 5480, 5758). */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { FLEET_TLS_NAME } from '../../src/fleet/tls-name.ts';
import { bits, explicit, implicit, integer, octets, oid, sequence, set, TRUE, time, utf8 } from './der.ts';

const DAY_MS = 86_400_000;
/** Certificates begin this long before now: a clock that nobody sets may be off by days. */
const BACKDATED_MS = 7 * DAY_MS;
const VALID_MS = 3650 * DAY_MS;

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const SERVER_AUTH = oid('1.3.6.1.5.5.7.3.1');

/** PEM. */
export interface Certificates {
  readonly authority: string;
  readonly server: string;
  readonly serverKey: string;
}

/** Makes both certificates. The authority's key is not kept, so nothing more can be signed with it. `now`: milliseconds since 1970. */
export function makeCertificates(now: number): Certificates {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, publicKey: KeyObject, extensions: readonly Buffer[]): string =>
    certificate({ subject, publicKey, extensions, issuer: 'Deskhand fleet', signer: authority.privateKey, now });
  return {
    authority: issue('Deskhand fleet', authority.publicKey, [
      // A CA that may sign no further one.
      extension('2.5.29.19', sequence(TRUE, integer(Buffer.from([0]))), true),
      // keyCertSign
      extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true),
    ]),
    server: issue(FLEET_TLS_NAME, server.publicKey, [
      extension('2.5.29.19', sequence(), true),
      // digitalSignature
      extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
      extension('2.5.29.37', sequence(SERVER_AUTH), false),
      extension('2.5.29.17', sequence(implicit(2, Buffer.from(FLEET_TLS_NAME))), false),
    ]),
    serverKey: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** SHA-256 of the whole certificate: what a joining machine is told to look for. */
export function pinOf(certificate: Buffer | string): Buffer {
  return createHash('sha256').update(new X509Certificate(certificate).raw).digest();
}

interface Wanted {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly now: number;
}

function certificate({ subject, issuer, publicKey, signer, extensions, now }: Wanted): string {
  const version3 = explicit(0, integer(Buffer.from([2])));
  const body = sequence(
    version3,
    integer(serial()),
    ECDSA_WITH_SHA256,
    name(issuer),
    sequence(time(now - BACKDATED_MS), time(now + VALID_MS)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyId(publicKey)), false),
        extension('2.5.29.35', sequence(implicit(0, keyId(createPublicKey(signer)))), false),
      ),
    ),
  );
  const whole = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, signer)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function name(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function extension(id: string, value: Buffer, isCritical: boolean): Buffer {
  return sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value));
}

/** Any value that is the same for the same key (RFC 5280, 4.2.1.2). */
function keyId(key: KeyObject): Buffer {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);
}

/** 16 random bytes, a positive number that is not short (RFC 5280, 4.1.2.2). */
function serial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
