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
      const until = performance.now() + ms;
      try {
        // Once in a hundred times a timer of Node rings up to a millisecond early.
        let left = ms;
        do {
          await setTimeout(Math.min(Math.ceil(left), LONGEST_TIMER_MS), undefined, { signal });
          left = until - performance.now();
        } while (left > 0);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
  };
}
