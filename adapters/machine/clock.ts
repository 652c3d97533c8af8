/** The computer's own clocks. */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../src/ports/clock.ts';

/** Node's timers fire at once beyond this many milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    async sleep(ms, signal) {
      signal.throwIfAborted();
      try {
        for (let left = ms; left > 0 || left === ms; left -= LONGEST_TIMER_MS) {
          await setTimeout(Math.max(0, Math.min(left, LONGEST_TIMER_MS)), undefined, { signal });
        }
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
  };
}
