/** Time as the core sees it. `now` is the wall clock (for people and journals), `elapsed` never jumps (for timeouts). */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds since some fixed moment; monotonic. */
  elapsed(): number;
  /** Resolves when `elapsed` is at least `ms` further on, never before; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
