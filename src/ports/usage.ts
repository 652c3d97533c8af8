/** Sums of the usage of model calls. */
import type { Usage } from './model.ts';

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}

export function isNothing(usage: Usage): boolean {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0;
}
