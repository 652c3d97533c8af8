/**
 * Signs in to a NATS server with what a file of NATS_CREDS holds. The client's own way counts in JavaScript, 10 ms for each connection;
 * hundreds of machines come back at once after a break.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Authenticator } from '@nats-io/transport-node';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;
/** Length of a decoded seed: two bytes for its kind, the key, and a checksum (github.com/nats-io/nkeys). */
const SEED_BYTES = 2 + KEY_BYTES + 2;
const IS_SEED = 18 << 3;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PARTS = /-{3,}[^\n]*-{3,}\s*(\S+)\s*-{3,}[^\n]*-{3,}/g;

/** `file`: a user's JWT with its seed, as `nsc` writes it, or a bare seed. Throws when it is neither. */
export function createSignIn(file: string): Authenticator {
  const parts = [...file.matchAll(PARTS)].map(([, part = '']) => part);
  const [jwt, seed = ''] = parts.length > 1 ? parts : [undefined, file.trim()];
  const { prefix, raw } = readSeed(seed);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' });
  const open = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  const nkey = withChecksum(Buffer.concat([Buffer.of(prefix), open]));
  return (nonce = '') => {
    const sig = nonce === '' ? '' : sign(null, Buffer.from(nonce), key).toString('base64');
    return jwt === undefined ? { nkey, sig } : { jwt, nkey, sig };
  };
}

function readSeed(text: string): { readonly prefix: number; readonly raw: Buffer } {
  const bytes = readBase32(text);
  const [first = 0, second = 0] = bytes;
  const body = bytes.subarray(0, -2);
  if (bytes.length !== SEED_BYTES || (first & 0xf8) !== IS_SEED || withChecksum(body) !== text)
    throw new Error('The file of NATS_CREDS holds no seed of a user.');
  return { prefix: ((first & 7) << 5) | (second >> 3), raw: body.subarray(2) };
}

function withChecksum(bytes: Buffer): string {
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc16(bytes));
  return writeBase32(Buffer.concat([bytes, sum]));
}

/** CRC-16/XMODEM. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

/** RFC 4648, without padding. */
function writeBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function readBase32(text: string): Buffer {
  let [held, bits] = [0, 0];
  const bytes: number[] = [];
  for (const letter of text) {
    held = (held << 5) | BASE32.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
