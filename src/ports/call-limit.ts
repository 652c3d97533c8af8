/** Rate limit: a burst of calls, then so many per minute. */

export interface CallLimit {
  /** Takes one call; returns 0, or the seconds until one is free again. */
  take(key: string): number;
  /** Returns a call that was taken but not used. */
  giveBack(key: string): void;
}

/** `elapsed`: a clock that is never set, ms. Pure but for it. */
export function createCallLimit(burst: number, perMinute: number, elapsed: () => number): CallLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key) {
      const now = elapsed();
      const bucket = buckets.get(key) ?? { left: burst, at: now };
      bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
      bucket.at = now;
      buckets.set(key, bucket);
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) / perMinute) * 60);
      bucket.left -= 1;
      return 0;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket !== undefined) bucket.left = Math.min(burst, bucket.left + 1);
    },
  };
}
