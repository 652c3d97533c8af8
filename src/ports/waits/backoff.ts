/** How long to wait before something that failed is tried again; the one place that says so. */

export interface Backoff {
  /** After the first failure; it doubles with each. */
  readonly firstMs: number;
  readonly capMs: number;
  /** What the other side asked for (Retry-After), the least to wait; null when it did not. */
  readonly askedMs?: number | null;
  /** That is obeyed up to this: servers have been seen to send days. */
  readonly askedCapMs?: number;
  /** 0 ≤ n < 1. With it the wait is between half of it and all, so that many clients do not come back at the same moment. */
  readonly random?: () => number;
}

/** `failures`: how many in a row, this one included. Milliseconds. */
export function backOff(
  failures: number,
  { firstMs, capMs, askedMs = null, askedCapMs = Number.POSITIVE_INFINITY, random }: Backoff,
): number {
  const whole = Math.min(capMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 20));
  const own = random === undefined ? whole : whole * (0.5 + random() / 2);
  return Math.max(own, Math.min(askedMs ?? 0, askedCapMs));
}
