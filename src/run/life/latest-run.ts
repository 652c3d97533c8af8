/** The newest run since Deskhand was started: its state, and its cost until that is counted. */

import type { RunState } from '../../journal/run-state.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Spend } from '../limits/spend.ts';
import type { RunHandle } from './run-handle.ts';

export interface LatestRun {
  /** A run has begun; its cost is counted when it has ended, and then `tidy` is called. */
  note(handle: RunHandle): void;
  /** null before the first. */
  state(): RunState | null;
  /** Cost of the run under way that is not in `spend` yet, USD. */
  uncountedUsd(): number;
}

export function createLatestRun(spend: Spend, clock: Clock, tidy: () => Promise<void>): LatestRun {
  let latest: RunHandle | null = null;
  /** The run whose cost is not in `spend` yet. */
  let uncounted: RunHandle | null = null;
  return {
    note(handle) {
      latest = handle;
      uncounted = handle;
      handle.ended
        .then(() => {
          spend.add(handle.run.state().costUsd, clock.now());
          uncounted = null;
          return tidy();
        })
        .catch(() => undefined);
    },
    state: () => stateOf(latest),
    uncountedUsd: () => uncounted?.run.state().costUsd ?? 0,
  };
}

/** State of a run; with a plan the state of the part at work, or of the last part after the end. */
export function stateOf(handle: RunHandle | null): RunState | null {
  if (handle === null) return null;
  const { parts, state } = handle.run;
  const running = parts.underWay().map((part) => part.state());
  // Of several parts, the one that waits for an answer matters most to the person; else the one with the newest event.
  const asking = running.find(({ phase }) => phase.name === 'asking');
  const newest = running.reduce<RunState | null>(
    (best, one) => (best === null || one.lastAt > best.lastAt ? one : best),
    null,
  );
  return asking ?? newest ?? parts.done().at(-1) ?? state();
}
