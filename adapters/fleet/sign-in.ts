/**
 * Signs in to a NATS server with what a file of NATS_CREDS holds. The client's own way counts in JavaScript, 10 ms for each connection;
 * hundreds of machines come back at once after a break.
 */
import { createPrivateKey, sign } from 'node:crypto';
import type { Authenticator, nkeys as NKeys } from '@nats-io/transport-node';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Before the key in a seed: what it is, and of whom. */
const PREFIX_BYTES = 2;
const KEY_BYTES = 32;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PARTS = /-{3,}[^\n]*-{3,}\s*(\S+)\s*-{3,}[^\n]*-{3,}/g;

/** `file`: a user's JWT with its seed, as `nsc` writes it, or a bare seed. Throws when it is neither. */
export function createSignIn(file: string, nkeys: typeof NKeys): Authenticator {
  const parts = [...file.matchAll(PARTS)].map(([, part = '']) => part);
  const [jwt, seed] = parts.length > 1 ? parts : [undefined, file.trim()];
  const bytes = new TextEncoder().encode(seed);
  // Throws when a character is wrong.
  const nkey = nkeys.fromSeed(bytes).getPublicKey();
  const raw = readBase32(seed ?? '').subarray(PREFIX_BYTES, PREFIX_BYTES + KEY_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' });
  return (nonce = '') => {
    const sig = nonce === '' ? '' : nkeys.encode(sign(null, Buffer.from(nonce), key));
    return jwt === undefined ? { nkey, sig } : { jwt, nkey, sig };
  };
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
