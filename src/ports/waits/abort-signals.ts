/** Signals made of others. */

/**
 * A signal of `AbortSignal.any` asks its sources only when it is read or listened to. A source that was aborted and garbage-collected before is lost
 * (Node 20 and 24), and with it a stop or a time limit. So the sources are kept alive as long as the combined signal.
 */
const held = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/** Aborts with the first of `signals`, for its reason; also for who looks or listens only later. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  held.set(any, signals);
  return any;
}

/** Aborts with the first of `signals`, or `ms` milliseconds from now with a `TimeoutError`. */
export function withLimit(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  return anySignal(...signals, AbortSignal.timeout(ms));
}
