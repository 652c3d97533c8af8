/** How long to wait before a retry; the only place that decides this. */

export interface Backoff {
  /** Wait after the first failure; it doubles with each further one. */
  readonly firstMs: number;
  readonly capMs: number;
  /** Shortest wait that the other side requested (Retry-After); null when it did not. */
  readonly askedMs?: number | null;
  /** Limit for that request, as servers have sent whole days. */
  readonly askedCapMs?: number;
  /** 0 ≤ n < 1. Makes the wait random between half and all of it, so that many clients do not return at the same moment. */
  readonly random?: () => number;
}

/** `failures`: number in a row, including this one. Returns milliseconds. */
export function backOff(
  failures: number,
  { firstMs, capMs, askedMs = null, askedCapMs = Number.POSITIVE_INFINITY, random }: Backoff,
): number {
  const whole = Math.min(capMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 20));
  const own = random === undefined ? whole : whole * (0.5 + random() / 2);
  return Math.max(own, Math.min(askedMs ?? 0, askedCapMs));
}
