/** Calls of programs are remembered for a day: far longer than a caller repeats one, even if a clock is set. */
export const CALLS_KEPT_MS = 24 * 3_600_000;
