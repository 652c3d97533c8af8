/** Calls to a platform: bounded in time, abortable, their results checked, every failure a value. */
import type { z } from 'zod';
import { SaidError } from '../../../src/words/said-error.ts';
import { say, type Text } from '../../../src/words/say.ts';

/** The result of a call: a value, or the failure. */
export type AnswerOr<T, Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export interface Calls<Failure> {
  /**
   * `shape` checks the result: anything else counts as unreachable. Rejects only with the reason of `signal`. `timeoutMs` covers
   * connecting, sending and the whole answer.
   */
  call<T>(
    send: (until: AbortSignal) => Promise<unknown>,
    shape: z.ZodType<T>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<AnswerOr<T, Failure>>;
  /** Bounds work other than a single call (a download, say) in the same way. */
  bound<T>(
    work: (until: AbortSignal) => Promise<AnswerOr<T, Failure>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<AnswerOr<T, Failure>>;
}

export interface CallsOptions<Failure> {
  /** The platform did what was asked. */
  readonly onContact: () => void;
  /** Turns what a call threw into a failure without tokens; `until` is aborted when the call timed out. */
  readonly toFailure: (error: unknown, until: AbortSignal) => Failure;
}

/** The failure for an answer of the wrong shape; whether the call was carried out is unknown. */
export const NONSENSE = { kind: 'unreachable', why: say`the answer makes no sense` } as const;

export function createCalls<Failure>({
  onContact,
  toFailure,
}: CallsOptions<Failure | typeof NONSENSE>): Calls<Failure | typeof NONSENSE> {
  const bound: Calls<Failure | typeof NONSENSE>['bound'] = (work, timeoutMs, signal) =>
    within(timeoutMs, signal, work, (error, until) => ({ ok: false, failure: toFailure(error, until) }));
  return {
    bound,
    call: (send, shape, timeoutMs, signal) =>
      bound(
        async (until) => {
          const parsed = shape.safeParse(await send(until));
          if (!parsed.success) return { ok: false, failure: NONSENSE };
          onContact();
          return { ok: true, value: parsed.data };
        },
        timeoutMs,
        signal,
      ),
  };
}

/** The innermost cause says most: `connect ECONNREFUSED …` below `fetch failed`. */
export function innermostWords(error: unknown): Text {
  if (error instanceof SaidError) return error.text;
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return innermostWords(error.cause);
  if ('code' in error && error.message === '') return String(error.code);
  return error.message;
}

/**
 * Work that is bounded in time and can be called off. `work` gets a signal that aborts with `signal`, or by itself after `timeoutMs`.
 * What it throws is what `fail` makes of it; once `signal` is aborted, its reason is thrown instead.
 */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
  fail: (error: unknown, until: AbortSignal) => T,
): Promise<T> {
  signal.throwIfAborted();
  const bounded = new AbortController();
  const abort = (): void => bounded.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => bounded.abort(new SaidError(say`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    return await work(bounded.signal);
  } catch (error) {
    signal.throwIfAborted();
    return fail(error, bounded.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
