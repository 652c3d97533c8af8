/** Sums of what model calls have used. */
import type { Usage } from '../ports/model.ts';

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}

/** `times` calls that used as much each. */
export function multiplyUsage(usage: Usage, times: number): Usage {
  return {
    input: usage.input * times,
    output: usage.output * times,
    cacheRead: usage.cacheRead * times,
    cacheWrite: usage.cacheWrite * times,
  };
}
