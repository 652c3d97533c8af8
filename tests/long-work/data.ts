/** Data of the tasks, made anew from a seed. */
import { createRandom } from '../long/random.ts';

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
] as const;

/** Amounts in cents, so that sums are exact. */
export function makeAmounts(seed: number, count: number): readonly number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => 1000 + Math.floor(random() * 90_000));
}

export function asMoney(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Two figures changed places, as the eye does it; another value at any rate. */
export function misread(value: string): string {
  const swapped = value.replace(/(\d)(\d)/, '$2$1');
  return swapped === value ? value.replace(/\d/, (figure) => String((Number(figure) + 1) % 10)) : swapped;
}
