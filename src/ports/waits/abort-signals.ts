/** Signals made of others. */

/**
 * What `AbortSignal.any` makes asks its sources only when somebody looks at it or listens. A source that was aborted meanwhile and swept
 * from memory is then as if it had never been (Node 20 and 24): a stop or a limit would be lost. So the sources are held for as long as
 * what was made of them.
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
