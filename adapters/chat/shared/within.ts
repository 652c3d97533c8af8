/**
 * Work that is bounded in time and can be called off. `work` gets a signal that aborts with `signal`, or by itself after `timeoutMs`.
 * What it throws is what `fail` makes of it; once `signal` is aborted, its reason is thrown instead.
 */
export async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
  fail: (error: unknown, until: AbortSignal) => T,
): Promise<T> {
  signal.throwIfAborted();
  const bounded = new AbortController();
  const abort = (): void => bounded.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => bounded.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
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
