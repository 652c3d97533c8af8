/** The line that admits a machine: the server's address, its identity, and a secret for one use. Pure. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { say, type Text } from '../words/say.ts';

export interface JoinLine {
  /** The machine's name-to-be. */
  readonly name: string;
  /** `host:port`. */
  readonly address: string;
  /** SHA-256 of the certificate of the server's CA, 32 bytes. */
  readonly pin: Buffer;
  /** Public key of the account, as NATS writes it (56 characters). */
  readonly account: string;
  /** Expiry of the line's user on the server, seconds since 1970. */
  readonly expiresAtS: number;
  /** The secret: the seed of the line's own user, as NATS writes it (58 characters). */
  readonly seed: string;
  /** The account's signature under `joinClaims`, 64 bytes. */
  readonly signature: Buffer;
}

const VERSION = 1;
const PREFIX = 'dhjoin_';
const SUM_BYTES = 4;
const KEY_CHARACTERS = 56;
const SEED_CHARACTERS = 58;
const FIXED_BYTES = 1 + 32 + KEY_CHARACTERS + 4 + SEED_CHARACTERS + 64;

export function writeJoinLine(line: JoinLine): string {
  const expires = Buffer.alloc(4);
  expires.writeUInt32BE(line.expiresAtS);
  const name = Buffer.from(line.name);
  const body = Buffer.concat([
    Buffer.from([VERSION]),
    line.pin,
    Buffer.from(line.account, 'latin1'),
    expires,
    Buffer.from(line.seed, 'latin1'),
    line.signature,
    Buffer.from([name.length]),
    name,
    Buffer.from(line.address),
  ]);
  return `${PREFIX}${Buffer.concat([body, sumOf(body)]).toString('base64url')}`;
}

export type ReadJoinLine = { readonly ok: true; readonly line: JoinLine } | { readonly ok: false; readonly why: Text };

const MISTYPED = say`This line is not whole. Copy all of it, from ${PREFIX} to its end.`;

/** Ignores text around the line, and line breaks of a terminal. */
export function readJoinLine(text: string): ReadJoinLine {
  const found = new RegExp(`${PREFIX}([A-Za-z0-9_-]+)`).exec(text.replaceAll(/\s+/g, ''))?.[1];
  if (found === undefined) return { ok: false, why: MISTYPED };
  const bytes = Buffer.from(found, 'base64url');
  const body = bytes.subarray(0, -SUM_BYTES);
  const isWhole =
    bytes.toString('base64url') === found &&
    body.length > FIXED_BYTES + 1 &&
    timingSafeEqual(sumOf(body), bytes.subarray(-SUM_BYTES));
  if (!isWhole) return { ok: false, why: MISTYPED };
  if (body[0] !== VERSION)
    return {
      ok: false,
      why: say`This line was made by another version of Deskhand. Update both computers, and make a new one.`,
    };
  let at = 1;
  const take = (length: number): Buffer => {
    at += length;
    return body.subarray(at - length, at);
  };
  const pin = take(32);
  const account = take(KEY_CHARACTERS).toString('latin1');
  const expiresAtS = take(4).readUInt32BE();
  const seed = take(SEED_CHARACTERS).toString('latin1');
  const signature = take(64);
  const name = take(take(1)[0] ?? 0).toString();
  const address = body.subarray(at).toString();
  return { ok: true, line: { name, address, pin, account, expiresAtS, seed, signature } };
}

/** A checksum against lost characters, not against forgery. */
function sumOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, SUM_BYTES);
}

/** Key by which both sides prove that a message comes from somebody with the line. */
export function joinKey(seed: string): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, '', 'deskhand fleet join 1', 32));
}

/** Proof over all fields of a message, in order. */
export function proofOf(key: Buffer, ...said: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(said)).digest('base64url');
}

/** Compares in constant time. */
export function isProof(key: Buffer, given: string, ...said: readonly string[]): boolean {
  const right = Buffer.from(proofOf(key, ...said));
  const other = Buffer.from(given);
  return other.length === right.length && timingSafeEqual(other, right);
}

export function joinSubject(user: string): string {
  return `deskhand.join.${user}`;
}

export function joinInbox(user: string): string {
  return `_INBOX_join_${user}`;
}

/**
 * What the account signs for the line's user (a NATS JWT without its signature): ask this one subject, hear the answer, and nothing else.
 * Both sides write it from the line alone, so it is the same to the byte.
 */
export function joinClaims(account: string, user: string, expiresAtS: number): string {
  const claims = {
    jti: user,
    iat: 0,
    iss: account,
    name: 'join',
    sub: user,
    exp: expiresAtS,
    nats: {
      pub: { allow: [joinSubject(user)] },
      sub: { allow: [`${joinInbox(user)}.>`] },
      subs: 4,
      data: -1,
      payload: 4096,
      allowed_connection_types: ['STANDARD'],
      type: 'user',
      version: 2,
    },
  };
  return [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
}
