/** A clock that stands still until it is told to move; and one that hurries. */
import { createSystemClock } from '../../adapters/machine/clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

export interface FakeClock extends Clock {
  /** Advances both clocks and ends the sleeps that are due, in order; resolves when code that waited for them has run. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, as a person or the network does. */
  jump(ms: number): void;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

export function createFakeClock(start: number = Date.UTC(2026, 10, 21, 8)): FakeClock {
  let now = start;
  let elapsed = 0;
  let sleepers: readonly Sleeper[] = [];
  return {
    now: () => now,
    elapsed: () => elapsed,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          reject(signal.reason);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const sleeper = { due: elapsed + ms, wake };
        sleepers = [...sleepers, sleeper];
        signal.addEventListener('abort', leave, { once: true });
      });
    },
    async advance(ms) {
      const end = elapsed + ms;
      await turn();
      for (;;) {
        const first = sleepers.toSorted((one, other) => one.due - other.due)[0];
        if (first === undefined || first.due > end) break;
        sleepers = sleepers.filter((one) => one !== first);
        now += Math.max(0, first.due - elapsed);
        elapsed = Math.max(elapsed, first.due);
        first.wake();
        await turn();
      }
      now += end - elapsed;
      elapsed = end;
      await turn();
    },
    jump(ms) {
      now += ms;
    },
  };
}

/** Lets everything run that is ready to run. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Real time that goes by `speed` times as fast as people's. */
export function createFastClock(speed: number): Clock {
  const system = createSystemClock();
  return {
    now: () => system.now(),
    elapsed: () => system.elapsed() * speed,
    sleep: (ms, signal) => system.sleep(ms / speed, signal),
  };
}

/** Both times go by `speed` times as fast as people's, from `start` on; the wall clock can be set meanwhile. */
export function createRunningClock(start: number, speed: number): Clock & { jump(ms: number): void } {
  const system = createSystemClock();
  const began = system.elapsed();
  let jumped = 0;
  const elapsed = (): number => (system.elapsed() - began) * speed;
  return {
    now: () => Math.floor(start + elapsed() + jumped),
    elapsed,
    sleep: (ms, signal) => system.sleep(ms / speed, signal),
    jump(ms) {
      jumped += ms;
    },
  };
}

/** Timers run this many times faster, so that no test waits for them. */
const HURRY = 100;

/** A wall clock that moves only when it is told to, beside timers that hurry. */
export function createStillClock(start: number): Clock & { jump(ms: number): void } {
  const system = createSystemClock();
  let now = start;
  return {
    now: () => now,
    elapsed: () => system.elapsed() * HURRY,
    sleep: (ms, signal) => system.sleep(ms / HURRY, signal),
    jump(ms) {
      now += ms;
    },
  };
}
