/** What comes back from the Bot API: a value, or the way it failed. */

import { say, type Text } from '../../../src/words/say.ts';
import type { AnswerOr } from '../shared/calls.ts';

export type Answer<T> = AnswerOr<T, Failure>;

export type Failure =
  /** Telegram refused the call. */
  | {
      readonly kind: 'refused';
      /** 400, 401, 403, 404, 409, 429, 5xx. */
      readonly code: number;
      readonly description: string;
      /** As sent; null without one, or when it is no positive number. */
      readonly retryAfterMs: number | null;
      /** The supergroup a group has become. */
      readonly migratedTo: number | null;
    }
  /** No answer, or none that can be read. Whether the call was carried out is unknown. */
  | { readonly kind: 'unreachable'; readonly why: Text };

/** Whether Telegram refused with a description like this. */
export function isRefused(answer: Answer<unknown>, description: RegExp): boolean {
  return !answer.ok && answer.failure.kind === 'refused' && description.test(answer.failure.description);
}

/** The failure in a few words. */
export function describeFailure(failure: Failure): Text {
  if (failure.kind === 'unreachable') return failure.why;
  const { code, description } = failure;
  return description === '' ? say`Telegram said ${code}` : say`Telegram said ${code}: ${description}`;
}
