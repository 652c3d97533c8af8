/** What comes back from the Web API: a value, or the way it failed. */

import { say, type Text } from '../../../src/words/say.ts';
import type { AnswerOr } from '../shared/calls.ts';

export type Answer<T> = AnswerOr<T, Failure>;

export type Failure =
  /** Slack refused the call. */
  | {
      readonly kind: 'refused';
      /** `channel_not_found`, `missing_scope`, … (https://docs.slack.dev/reference/methods). */
      readonly code: string;
      /** The scope that is missing, or what is wrong with the arguments; '' when Slack does not say. */
      readonly detail: string;
    }
  /** 429: the rate limit was exceeded. */
  | {
      readonly kind: 'paced';
      /** Slack's Retry-After; null when it is no number. */
      readonly retryAfterMs: number | null;
    }
  /** No answer, or none that can be read. Whether the call was carried out is unknown. */
  | { readonly kind: 'unreachable'; readonly why: Text };

/** Whether Slack refused with one of these codes. */
export function isRefused(answer: Answer<unknown>, codes: readonly string[]): boolean {
  return !answer.ok && answer.failure.kind === 'refused' && codes.includes(answer.failure.code);
}

/** The failure in a few words. */
export function describeFailure(failure: Failure): Text {
  switch (failure.kind) {
    case 'refused':
      return failure.detail === ''
        ? say`Slack said ${failure.code}`
        : say`Slack said ${failure.code} (${failure.detail})`;
    case 'paced':
      return say`Slack asks for a pause (429)`;
    case 'unreachable':
      return failure.why;
  }
}
