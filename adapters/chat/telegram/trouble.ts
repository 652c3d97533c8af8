/** What a failure means while connecting and polling: how long to wait before the next try, and what to tell people. */

import { describeFailure, type Failure } from './answer.ts';
import type { Pacing } from './options.ts';

export interface Trouble {
  /** Equal for the same kind of trouble, however it is worded. */
  readonly kind: string;
  readonly delayMs: number;
  /** One sentence: what happened, what to do. */
  readonly detail: string;
}

/** `failures` counts those in a row, this one included. */
export function readTrouble(failure: Failure, failures: number, pacing: Pacing): Trouble {
  const retryMs = backOff(failures, pacing.retryFirstMs, pacing.retryCapMs);
  if (failure.kind === 'unreachable') {
    return {
      kind: failure.kind,
      delayMs: retryMs,
      detail: `Telegram cannot be reached (${failure.why}); trying again.`,
    };
  }
  const kind = String(failure.code);
  switch (failure.code) {
    case 401:
    case 404: // a token that is not even shaped like one
      return {
        kind,
        delayMs: pacing.tokenRetryMs,
        detail: `Telegram does not know this bot token (${failure.code}): set TELEGRAM_BOT_TOKEN to the one @BotFather shows under /mybots, "API Token", and start again.`,
      };
    case 409:
      return {
        kind,
        delayMs: backOff(failures, pacing.conflictFirstMs, pacing.conflictCapMs),
        detail:
          'Another program reads the messages of this Telegram bot (409): stop the other copy, or give one of them its own bot; trying again.',
      };
    case 429:
      return {
        kind,
        delayMs: Math.min(failure.retryAfterMs ?? retryMs, pacing.floodCapMs),
        detail: 'Telegram asks for a pause (429); going on after it.',
      };
    default:
      return { kind, delayMs: retryMs, detail: `Telegram has trouble (${describeFailure(failure)}); trying again.` };
  }
}

function backOff(failures: number, firstMs: number, capMs: number): number {
  return Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
