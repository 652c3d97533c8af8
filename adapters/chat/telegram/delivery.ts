/** What a failed send means for the message: try again, and when, or never. */

import type { Delivery } from '../../../src/ports/chat.ts';
import { describeFailure, type Failure } from './answer.ts';

const UNREACHABLE_RETRY_MS = 1_000;
const TOKEN_RETRY_MS = 60_000;
/** For a 429 that does not say how long, in a number. */
const FLOOD_RETRY_MS = 3_000;
const FLOOD_CAP_MS = 3_600_000;

/** Telegram's word is final, except about the pace, itself, and the token: the next start may have a better one. */
export function toDelivery(failure: Failure): Exclude<Delivery, { readonly result: 'sent' }> {
  const why = describeFailure(failure);
  if (failure.kind === 'unreachable' || failure.code >= 500) {
    return { result: 'later', retryAfterMs: UNREACHABLE_RETRY_MS, why };
  }
  switch (failure.code) {
    case 429:
      return { result: 'later', retryAfterMs: Math.min(failure.retryAfterMs ?? FLOOD_RETRY_MS, FLOOD_CAP_MS), why };
    case 401:
    case 404:
      return { result: 'later', retryAfterMs: TOKEN_RETRY_MS, why };
    default:
      return { result: 'lost', why };
  }
}
