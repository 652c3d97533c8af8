/** What a failed call to Telegram means for a message. */

import type { Delivery } from '../../../src/ports/chat.ts';
import { deliveryOf, type Meaning } from '../shared/delivery.ts';
import { describeFailure, type Failure } from './answer.ts';

export function toDelivery(failure: Failure): Exclude<Delivery, { readonly result: 'sent' }> {
  return deliveryOf(meaningOf(failure), describeFailure(failure));
}

function meaningOf(failure: Failure): Meaning {
  if (failure.kind === 'unreachable' || failure.code >= 500) return { is: 'passing' };
  if (failure.code === 429) return { is: 'paced', retryAfterMs: failure.retryAfterMs };
  return { is: [401, 404].includes(failure.code) ? 'token' : 'final' };
}
