/** One row of the comparison: what was measured for each of the three, in words, and whether our goal is reached. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** '–': it has no such thing. */
  readonly naive: string;
  readonly peer: string;
  readonly goal: string;
  readonly ok: boolean;
  /** Whether what was timed or counted also did its job, in words, for all three. */
  readonly correct: string;
}
