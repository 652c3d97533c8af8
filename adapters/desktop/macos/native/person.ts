/**
 * What a person's own hands did at the computer. The system counts all events of the session, ours and theirs; ours are known by what
 * was posted, so the difference is theirs. No event tap: nothing of a person passes through us.
 */
import { ACTS_OF_A_HAND, type Input } from './input.ts';
import type { Native } from './load.ts';

/** kCGEventSourceStateCombinedSessionState: what people and programs did, together. */
const SESSION_STATE = 0;
/** Posted events are counted a moment later. Longer than this after the last one, what is not counted never will be. */
const SETTLED_MS = 1000;

/** Keys, clicks and scrolling of a person so far; it never goes down. */
export function countPersonActs({ c }: Native, input: Pick<Input, 'posted'>, now: () => number): () => number {
  const seen = new Map<number, { acts: number; uncounted: number; posted: number; postedAt: number }>();
  return () => {
    let sum = 0;
    for (const type of ACTS_OF_A_HAND) {
      const counted = c.CGEventSourceCounterForEventType(SESSION_STATE, type);
      const posted = input.posted(type);
      const known = seen.get(type) ?? { acts: 0, uncounted: counted - posted, posted, postedAt: -Infinity };
      if (posted !== known.posted) {
        known.posted = posted;
        known.postedAt = now();
      }
      // Wraps at 32 bits; a difference that is not theirs yet is below zero.
      const theirs = (counted - posted - known.uncounted) | 0;
      if (theirs > known.acts) known.acts = theirs;
      // What was refused or lost must not hide as many acts of a person.
      else if (theirs < known.acts && now() - known.postedAt > SETTLED_MS)
        known.uncounted = counted - posted - known.acts;
      seen.set(type, known);
      sum += known.acts;
    }
    return sum;
  };
}
