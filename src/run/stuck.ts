/** Notices that a run repeats itself: first a note to the model, then the end of the run. */
import type { Action } from '../action/schema.ts';
import type { RunState } from '../journal/run-state.ts';

const NOTED_AFTER = 3;
const STUCK_AFTER = 5;

/** How often the last action occurs without effect among the recent ones; those of an earlier model do not count. */
function countRepeats({ ring, performed }: RunState, since: number): number {
  const recent = ring.slice(Math.max(0, ring.length - (performed.length - since)));
  const last = recent.at(-1);
  return recent.filter((fingerprint) => fingerprint === last).length;
}

/** Repeating is fine while the screen moves (scrolling, Tab) and while waiting for it; it is not while nothing changes. */
function isGettingNowhere(state: RunState): boolean {
  const { last } = state;
  return last !== null && last.result.effect !== 'changed' && !isWaiting(last.action);
}

function isWaiting({ action }: Action): boolean {
  return action === 'wait' || action === 'wait_until';
}

/** Note for the next prompt; '' when nothing repeats. `since`: number of actions before the present decider began. */
export function describeRepetition(state: RunState, since: number): string {
  const repeats = countRepeats(state, since);
  if (repeats < NOTED_AFTER || !isGettingNowhere(state)) return '';
  return `You have done the same ${repeats} times and nothing came of it. Do something different, or fail and say why.`;
}

export function isStuck(state: RunState, since: number): boolean {
  return countRepeats(state, since) >= STUCK_AFTER && isGettingNowhere(state);
}
