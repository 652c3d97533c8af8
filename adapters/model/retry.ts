/** The one retry layer of a model call: backoff with jitter, the server's Retry-After up to a cap, a limit per attempt and one over all. */

import type { Clock } from '../../src/ports/clock.ts';
import { anySignal } from '../../src/ports/waits/abort-signals.ts';
import { backOff } from '../../src/ports/waits/backoff.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';

export interface RetryLimits {
  /** One attempt that is silent for longer is given up and made again; a streamed one that goes on writing is not silent. */
  readonly attemptMs: number;
  /** All attempts and waits of one question together. */
  readonly totalMs: number;
  /** First wait without a Retry-After; it doubles each time. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** A Retry-After is honored up to this; servers have been seen to send days. */
  readonly retryAfterCapMs: number;
  /** How often it is tried at all. */
  readonly attempts: number;
}

/** An outage of a minute is outlasted, and nobody waits longer than three for an answer or the reason why there is none. */
export const RETRY_LIMITS: RetryLimits = {
  attemptMs: 60_000,
  totalMs: 180_000,
  firstWaitMs: 1_000,
  longestWaitMs: 16_000,
  retryAfterCapMs: 30_000,
  attempts: Number.POSITIVE_INFINITY,
};

/** For a provider that was given up before: one try, over soon. */
export const PROBE_LIMITS: Pick<RetryLimits, 'attemptMs' | 'attempts'> = { attemptMs: 20_000, attempts: 1 };

/** What a failed attempt means. `waitMs` is what the server asked for, null when it did not. */
export type Verdict =
  | { readonly kind: 'again'; readonly why: Text; readonly waitMs: number | null }
  | { readonly kind: 'final' };

/** The attempts were used up; the text says what the last one failed with. */
export class OutOfAttempts extends SaidError {
  override readonly name = 'OutOfAttempts';
}

export interface RetryPorts {
  readonly clock: Clock;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  readonly judge: (error: unknown) => Verdict;
  readonly onWait: (why: Text, waitMs: number) => void;
}

/**
 * Runs `attempt` until it resolves. Rejects with `OutOfAttempts` after the limits, with the attempt's own error when it is judged
 * final, and with the signal's reason as soon as that aborts. An attempt calls `noteSign` for every sign of life. `startedAt` is `clock.elapsed()` when the question began.
 */
export async function withRetries<Value>(
  attempt: (signal: AbortSignal, noteSign: () => void) => Promise<Value>,
  startedAt: number,
  limits: RetryLimits,
  ports: RetryPorts,
  signal: AbortSignal,
): Promise<Value> {
  const endsAt = startedAt + limits.totalMs;
  let why: Text = '';
  for (let failures = 0; ; failures += 1) {
    const limitMs = Math.max(0, Math.min(limits.attemptMs, endsAt - ports.clock.elapsed()));
    const limit = startLimit(limits.attemptMs, endsAt, ports.clock);
    let asked: number | null = null;
    try {
      return await attempt(anySignal(signal, limit.signal), limit.noteSign);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.signal.aborted) {
        // The last attempt is cut short by the end of all; what failed before says more than that.
        if (why === '' || limitMs === limits.attemptMs) why = say`no answer within ${Math.round(limitMs / 1000)} s`;
      } else {
        const verdict = ports.judge(error);
        if (verdict.kind === 'final') throw error;
        ({ why, waitMs: asked } = verdict);
      }
      const waitMs = backOff(failures + 1, {
        firstMs: limits.firstWaitMs,
        capMs: limits.longestWaitMs,
        askedMs: asked,
        askedCapMs: limits.retryAfterCapMs,
        random: ports.random,
      });
      const isOver = failures + 1 >= limits.attempts || ports.clock.elapsed() + waitMs >= endsAt;
      if (isOver) throw new OutOfAttempts(why, { cause: error });
      ports.onWait(why, waitMs);
      await ports.clock.sleep(waitMs, signal);
    } finally {
      limit.stop();
    }
  }
}

/** Aborts after that long without a sign, and at the end of all in any case. */
function startLimit(ms: number, endsAt: number, clock: Clock): Limit {
  const limit = new AbortController();
  const timer = new AbortController();
  let signAt = clock.elapsed();
  const restMs = (): number => Math.max(0, Math.min(signAt + ms, endsAt) - clock.elapsed());
  const watch = async (): Promise<void> => {
    do await clock.sleep(restMs(), timer.signal);
    while (restMs() > 0);
    limit.abort();
  };
  watch().catch(() => undefined);
  return {
    signal: limit.signal,
    noteSign() {
      signAt = clock.elapsed();
    },
    stop: () => timer.abort(),
  };
}

interface Limit {
  readonly signal: AbortSignal;
  noteSign(): void;
  stop(): void;
}
