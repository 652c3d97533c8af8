/** What a failed call to Slack means for a message. */

import type { Delivery } from '../../../src/ports/chat.ts';
import { deliveryOf, type Meaning } from '../shared/delivery.ts';
import { describeFailure, type Failure } from './answer.ts';

/** Codes for a token that is refused or lacks a right: the next start may have a better one. */
const TOKEN_CODES = [
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'not_allowed_token_type',
  'no_permission',
];
/** Codes for trouble on Slack's side. */
export const TROUBLE_CODES = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
];

export function toDelivery(failure: Failure): Exclude<Delivery, { readonly result: 'sent' }> {
  return deliveryOf(meaningOf(failure), describeFailure(failure));
}

function meaningOf(failure: Failure): Meaning {
  if (failure.kind === 'unreachable') return { is: 'passing' };
  if (failure.kind === 'paced') return { is: 'paced', retryAfterMs: failure.retryAfterMs };
  if (TROUBLE_CODES.includes(failure.code)) return { is: 'passing' };
  return { is: TOKEN_CODES.includes(failure.code) ? 'token' : 'final' };
}
