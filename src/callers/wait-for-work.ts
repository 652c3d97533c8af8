/** Waits for a caller's work, and reports its progress meanwhile. */

import type { CallerAnswer, CallerWork } from '../ports/callers.ts';
import type { Clock } from '../ports/clock.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';

export interface Wait {
  readonly seconds: number;
  readonly told: (answer: CallerAnswer) => void;
  /** Aborts when nobody waits any more; the work itself goes on. */
  readonly signal: AbortSignal;
}

const PROGRESS_MS = 500;

/** Resolves once the work has ended, or the wait is over. `told` is called with each change. */
export async function waitForWork(
  view: () => CallerWork,
  ended: Promise<void>,
  wait: Wait,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
): Promise<CallerAnswer> {
  const until = clock.elapsed() + wait.seconds * 1000;
  let isOver = false;
  const over = ended
    .catch(() => undefined)
    .then(() => {
      isOver = true;
    });
  for (let told = ''; !isOver && clock.elapsed() < until && !wait.signal.aborted; ) {
    const work = view();
    if (JSON.stringify(work) !== told) wait.told({ kind: 'progress', work });
    told = JSON.stringify(work);
    const pause = new AbortController();
    const ms = Math.min(PROGRESS_MS, until - clock.elapsed());
    const paused = clock.sleep(ms, anySignal(pause.signal, wait.signal)).catch(() => undefined);
    await Promise.race([over, paused]);
    pause.abort();
  }
  return { kind: 'work', work: view() };
}
