/** Order statistics of a few measurements. */

/** NaN for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that `share` of all values do not exceed; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
