/** Six digits that an authenticator app shows for half a minute (RFC 6238, with SHA-1 as all apps know it). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const STEP_MS = 30_000;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function stepAt(ms: number): number {
  return Math.floor(ms / STEP_MS);
}

/** RFC 4226, 5.3. `secret`: at least 16 bytes. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const at = (hash[hash.length - 1] ?? 0) & 0x0f;
  const number = (hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The step of this code, at most `around` steps from `step`, nearest first; null: none. Always checks all of them, for constant time. */
export function findStep(secret: Buffer, digits: string, step: number, around: number): number | null {
  let found: number | null = null;
  for (let away = around; away >= 0; away -= 1)
    for (const one of [step + away, step - away]) if (isSame(codeOf(secret, one), digits)) found = one;
  return found;
}

/** `123 456` too, as apps show it; null: these are no six digits. */
export function readDigits(text: string): string | null {
  return /^\s*(\d{3})[\s-]?(\d{3})\s*$/.exec(text)?.slice(1).join('') ?? null;
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The link behind the picture that an app scans. */
export function otpLink(secret: Buffer, machine: string): string {
  return `otpauth://totp/Deskhand:${machine}?secret=${toBase32(secret)}&issuer=Deskhand&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
