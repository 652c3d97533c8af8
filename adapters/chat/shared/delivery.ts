/** What a failed send means for the message: try again, and when, or never. */

import type { Delivery } from '../../../src/ports/chat.ts';
import type { Text } from '../../../src/words/say.ts';

/**
 * A platform's refusal is final, unless it has trouble of its own, limits the rate, or refuses the token: the next start may have a better
 * one.
 */
export type Meaning =
  | { readonly is: 'passing' | 'token' | 'final' }
  /** `retryAfterMs`: the platform's Retry-After; null when it sent none that is a number. */
  | { readonly is: 'paced'; readonly retryAfterMs: number | null };

const PASSING_RETRY_MS = 1_000;
const TOKEN_RETRY_MS = 60_000;
const FLOOD_RETRY_MS = 3_000;
const FLOOD_CAP_MS = 3_600_000;

export function deliveryOf(meaning: Meaning, why: Text): Exclude<Delivery, { readonly result: 'sent' }> {
  switch (meaning.is) {
    case 'passing':
      return { result: 'later', retryAfterMs: PASSING_RETRY_MS, why };
    case 'token':
      return { result: 'later', retryAfterMs: TOKEN_RETRY_MS, why };
    case 'paced':
      return { result: 'later', retryAfterMs: Math.min(meaning.retryAfterMs ?? FLOOD_RETRY_MS, FLOOD_CAP_MS), why };
    case 'final':
      return { result: 'lost', why };
  }
}
