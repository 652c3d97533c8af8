/** What a failure means while connecting and polling: how long to wait before the next try, and what to tell people. */

import { backOff } from '../../../src/ports/waits/backoff.ts';
import { say } from '../../../src/words/say.ts';
import { pacedTrouble, passingTrouble, type Trouble, unreachableTrouble } from '../shared/trouble.ts';
import { describeFailure, type Failure } from './answer.ts';
import type { Pacing } from './options.ts';

/** `failures` counts those in a row, this one included. */
export function readTrouble(failure: Failure, failures: number, pacing: Pacing): Trouble {
  if (failure.kind === 'unreachable') return unreachableTrouble('Telegram', failure.why, failures, pacing);
  const kind = String(failure.code);
  switch (failure.code) {
    case 401:
    case 404: // a token that is not even shaped like one
      return {
        kind,
        delayMs: pacing.tokenRetryMs,
        isRejected: true,
        detail: say`Telegram does not know this bot token (${failure.code}): set TELEGRAM_BOT_TOKEN to the one @BotFather shows under /mybots, "API Token", and start again.`,
      };
    case 409:
      return {
        kind,
        delayMs: backOff(failures, { firstMs: pacing.conflictFirstMs, capMs: pacing.conflictCapMs }),
        detail: say`Another program reads the messages of this Telegram bot (409): stop the other copy, or give one of them its own bot; trying again.`,
      };
    case 429:
      return pacedTrouble('Telegram', kind, failure.retryAfterMs, failures, pacing);
    default:
      return passingTrouble('Telegram', kind, describeFailure(failure), failures, pacing);
  }
}
