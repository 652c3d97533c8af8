/** What repeats a cheaper proof: left out of `npm test`, done by `npm run test:repeats` (CONTRIBUTING.md, "How we test"). */

/** Whether `npm run test:repeats` runs. */
export const WITH_REPEATS = process.env.REPEATS === 'on';

/** The given values with `npm run test:repeats`; none of them in `npm test`. */
export function repeats<T>(...more: readonly T[]): readonly T[] {
  return WITH_REPEATS ? more : [];
}
