/** Whether a call is genuine: signed with its trigger's secret, and not long ago. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallHead } from './read-head.ts';

/** Seconds that the caller's clock and ours may differ. */
export const WINDOW_S = 300;

/** HMAC-SHA256 over `POST`, path, time and id, a line each, and the body as it is; small hexadecimal digits. */
export function sign(
  secret: string,
  { path, time, id }: Pick<CallHead, 'path' | 'time' | 'id'>,
  body: Uint8Array,
): string {
  return createHmac('sha256', secret).update(`POST\n${path}\n${time}\n${id}\n`).update(body).digest('hex');
}

/** The secret used for a trigger that does not exist, so that checking it takes as long. */
const NOBODYS = 'nobody has this one';

/** `secret` null: there is no such trigger, so no call is genuine. */
export function isGenuine(head: CallHead, body: Uint8Array, secret: string | null): boolean {
  const expected = Buffer.from(sign(secret ?? NOBODYS, head, body), 'hex');
  const isSame = timingSafeEqual(expected, Buffer.from(head.signature, 'hex'));
  return isSame && secret !== null;
}

/** `now`: milliseconds since 1970. */
export function isInTime({ time }: Pick<CallHead, 'time'>, now: number): boolean {
  return Math.abs(Number(time) - now / 1000) <= WINDOW_S;
}
