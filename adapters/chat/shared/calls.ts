/** Calls to a platform: bounded in time, abortable, their results checked, every failure a value. */
import type { z } from 'zod';
import { within } from './within.ts';

/** What comes back: a value, or the way it failed. */
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
  /** Anything else that is asked, bounded in the same way. */
  bound<T>(
    work: (until: AbortSignal) => Promise<AnswerOr<T, Failure>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<AnswerOr<T, Failure>>;
}

export interface CallsOptions<Failure> {
  /** The platform did what was asked. */
  readonly onContact: () => void;
  /** What a call threw, without tokens; `until` is aborted when its time was over. */
  readonly toFailure: (error: unknown, until: AbortSignal) => Failure;
}

/** An answer that is not what it should be; whether the call was carried out is unknown. */
export const NONSENSE = { kind: 'unreachable', why: 'the answer makes no sense' } as const;

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
export function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return innermostMessage(error.cause);
  if ('code' in error && error.message === '') return String(error.code);
  return error.message;
}
