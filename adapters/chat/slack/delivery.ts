/** What a failed send means for the message: try again, and when, or never. */

import type { Delivery } from '../../../src/ports/chat.ts';
import { describeFailure, type Failure } from './answer.ts';

const UNREACHABLE_RETRY_MS = 1_000;
const TOKEN_RETRY_MS = 60_000;
/** For a 429 that does not say how long, in a number. */
const FLOOD_RETRY_MS = 3_000;
const FLOOD_CAP_MS = 3_600_000;

/** The app itself is not let in, or not for this: the next start may have a better token. */
export const TOKEN_CODES = [
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'not_allowed_token_type',
  'no_permission',
];
/** Slack's own trouble. */
export const TROUBLE_CODES = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
];

export function toDelivery(failure: Failure): Exclude<Delivery, { readonly result: 'sent' }> {
  const why = describeFailure(failure);
  switch (failure.kind) {
    case 'unreachable':
      return { result: 'later', retryAfterMs: UNREACHABLE_RETRY_MS, why };
    case 'paced':
      return { result: 'later', retryAfterMs: Math.min(failure.retryAfterMs ?? FLOOD_RETRY_MS, FLOOD_CAP_MS), why };
    case 'refused':
      if (TROUBLE_CODES.includes(failure.code)) return { result: 'later', retryAfterMs: UNREACHABLE_RETRY_MS, why };
      if (TOKEN_CODES.includes(failure.code)) return { result: 'later', retryAfterMs: TOKEN_RETRY_MS, why };
      return { result: 'lost', why };
  }
}
