/**
 * What a person's own hands did at the computer. The system counts all events of the session, ours and theirs; ours are known by what
 * was posted, so the difference is theirs. No event tap: nothing of a person passes through us.
 */
import { ACTS_OF_A_HAND, type Input } from './input.ts';
import type { Native } from './load.ts';

/** kCGEventSourceStateCombinedSessionState: what people and programs did, together. */
const SESSION_STATE = 0;
/** Posted events are counted a moment later. Longer than this after the last one, what is not counted never will be. */
const SETTLED_MS = 3000;

interface Count {
  /** A person's so far; it never goes down. */
  acts: number;
  /** What the system had counted more than was posted when the counting began. */
  before: number;
  posted: number;
  postedAt: number;
}

/**
 * Keys, clicks and scrolling of a person so far; it never goes down. Counting begins here: before anything is posted, or what is still on
 * its way would later be taken for theirs.
 */
export function countPersonActs({ c }: Native, input: Pick<Input, 'posted'>, now: () => number): () => number {
  const counted = (type: number): number => c.CGEventSourceCounterForEventType(SESSION_STATE, type);
  const counts = ACTS_OF_A_HAND.map((type): readonly [number, Count] => {
    const posted = input.posted(type);
    return [type, { acts: 0, before: counted(type) - posted, posted, postedAt: now() }];
  });
  const update = (type: number, count: Count): number => {
    const posted = input.posted(type);
    if (posted !== count.posted) {
      count.posted = posted;
      count.postedAt = now();
    }
    // It wraps at 32 bits; below zero while ours are on their way.
    const theirs = (counted(type) - posted - count.before) | 0;
    if (theirs > count.acts) count.acts = theirs;
    // What was refused or lost must not hide as many acts of a person.
    else if (theirs < count.acts && now() - count.postedAt > SETTLED_MS) count.before += theirs - count.acts;
    return count.acts;
  };
  return () => counts.reduce((sum, [type, count]) => sum + update(type, count), 0);
}
