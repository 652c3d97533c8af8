/** A method of the Bot API: the parameters it knows, and what it does. */

import type { Call } from './call.ts';

export interface Method {
  /** Any other parameter is refused: the original ignores it, and with it the mistake. */
  readonly parameters: readonly string[];
  /** Answers the call's result; throws a Refusal. */
  run(call: Call): unknown;
}
