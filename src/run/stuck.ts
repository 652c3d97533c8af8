/** Notices that a run repeats itself: first a note to the model, then an end that says so. */
import type { Action } from '../action/schema.ts';
import type { RunState } from './evolve.ts';

const NOTED_AFTER = 3;
const STUCK_AFTER = 5;

/** How often the last action occurs in the ring of recent ones. */
function countRepeats(state: RunState): number {
  const last = state.ring.at(-1);
  return state.ring.filter((fingerprint) => fingerprint === last).length;
}

/** Repeating is fine while the screen moves (scrolling, Tab) and while waiting for it; it is not while nothing changes. */
function isGettingNowhere(state: RunState): boolean {
  const { last } = state;
  return last !== null && last.result.effect !== 'changed' && !isWaiting(last.action);
}

function isWaiting({ action }: Action): boolean {
  return action === 'wait' || action === 'wait_until';
}

/** For the next prompt; '' while all is well. */
export function describeRepetition(state: RunState): string {
  const repeats = countRepeats(state);
  if (repeats < NOTED_AFTER || !isGettingNowhere(state)) return '';
  return `You have done the same ${repeats} times and nothing came of it. Do something different, or fail and say why.`;
}

export function isStuck(state: RunState): boolean {
  return countRepeats(state) >= STUCK_AFTER && isGettingNowhere(state);
}
