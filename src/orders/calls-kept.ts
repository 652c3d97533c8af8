/** Calls of programs are remembered for a day: far longer than anybody may repeat one, also across a clock that is set. */
export const CALLS_KEPT_MS = 24 * 3_600_000;
