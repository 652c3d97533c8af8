/** What a failure to connect means: how long to wait before the next try, and what to tell people. */
import { backOff } from '../../../src/ports/waits/backoff.ts';
import { say, type Text } from '../../../src/words/say.ts';

export interface Trouble {
  /** Equal for the same kind of trouble, however it is worded. */
  readonly kind: string;
  readonly delayMs: number;
  /** One sentence: what happened, what to do. */
  readonly detail: Text;
  /** The platform refuses the token as such. */
  readonly isRejected?: true;
}

export interface TroublePacing {
  /** Pause after the first failure to connect; doubles up to `retryCapMs`. */
  readonly retryFirstMs: number;
  readonly retryCapMs: number;
  /** Pause after a token was refused. */
  readonly tokenRetryMs: number;
  /** The longest Retry-After that is obeyed while connecting. */
  readonly floodCapMs: number;
}

/** `failures` counts those in a row, this one included. */
export function unreachableTrouble(name: string, why: Text, failures: number, pacing: TroublePacing): Trouble {
  return {
    kind: 'unreachable',
    delayMs: retryPause(failures, pacing),
    detail: say`${name} cannot be reached (${why}); trying again.`,
  };
}

/** Trouble for a call above the rate limit; `askedMs` is the platform's Retry-After, null when it sent none. */
export function pacedTrouble(
  name: string,
  kind: string,
  askedMs: number | null,
  failures: number,
  pacing: TroublePacing,
): Trouble {
  return {
    kind,
    delayMs: retryPause(failures, pacing, askedMs),
    detail: say`${name} asks for a pause (429); going on after it.`,
  };
}

export function passingTrouble(
  name: string,
  kind: string,
  what: Text,
  failures: number,
  pacing: TroublePacing,
): Trouble {
  return { kind, delayMs: retryPause(failures, pacing), detail: say`${name} has trouble (${what}); trying again.` };
}

function retryPause(failures: number, pacing: TroublePacing, askedMs: number | null = null): number {
  const { retryFirstMs: firstMs, retryCapMs: capMs, floodCapMs: askedCapMs } = pacing;
  return backOff(failures, { firstMs, capMs, askedMs, askedCapMs });
}
