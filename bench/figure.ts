/** One line of the bench (design, section 4). */
export interface Figure {
  readonly figure: string;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  readonly ours: number;
  /** The naive path or a peer, measured in the same run; null for a figure with a bound instead of a rival. */
  readonly theirs: number | null;
  /** How many times better than `theirs`; null without a rival. */
  readonly ratio: number | null;
  readonly goal: number;
  readonly ok: boolean;
  /** Whether the measured work was also done correctly. */
  readonly correct: boolean;
  /** The number of measurements. */
  readonly n: number;
}
