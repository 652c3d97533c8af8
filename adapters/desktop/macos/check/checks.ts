/** All checks, in the order in which they are done: what the later ones need is looked at first. */
import type { Check } from './check.ts';
import { inputChecks } from './input-checks.ts';
import { type Decode, screenChecks } from './screen-checks.ts';
import { factChecks, systemChecks } from './system-checks.ts';

/** `looks`: how many show time and memory. */
export function listChecks(decode: Decode, looks = 100): readonly Check[] {
  return [...factChecks, ...screenChecks(decode), ...inputChecks, ...systemChecks(decode, looks)];
}
