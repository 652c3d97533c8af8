/**
 * What a person's own hands did at the computer. The system counts all events of the session, ours and theirs; ours are known by what
 * was posted, so the difference is theirs. No event tap: nothing of a person passes through us.
 */
import { ACTS_OF_A_HAND, CLICKS, type Input, KEY_PRESSES } from './input.ts';
import type { Native, Point } from './load.ts';

/** kCGEventSourceStateCombinedSessionState: what people and programs did, together. */
const SESSION_STATE = 0;
/** Posted events are counted a moment later. Longer than this after the last one, what is not counted never will be. */
const SETTLED_MS = 3000;

interface Count {
  /** A person's events so far; never goes down. */
  acts: number;
  /** How many more events the system had counted than were posted, when the counting began. */
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
    // The counter wraps at 32 bits; the difference is negative while our events are on their way.
    const theirs = (counted(type) - posted - count.before) | 0;
    if (theirs > count.acts) count.acts = theirs;
    // Events of ours that were refused or lost must not hide as many acts of a person.
    else if (theirs < count.acts && now() - count.postedAt > SETTLED_MS) count.before += theirs - count.acts;
    return count.acts;
  };
  return () => counts.reduce((sum, [type, count]) => sum + update(type, count), 0);
}

export interface CountedPresses {
  /** Where the pointer was when each click was counted, since a counter does not tell places. */
  readonly clicks: readonly Point[];
  readonly keys: number;
}

/** Whoever asks less often than this has stopped following, and counting begins anew. */
const FORGOTTEN_MS = 2000;
const MOST_CLICKS = 50;

/** Counts presses since the last call, by whomever; none at the first call, or when nobody asked for a while. */
export function createPresses({ c }: Native, where: () => Point, now: () => number): () => CountedPresses {
  const count = (types: readonly number[]): number =>
    types.reduce((sum, type) => sum + c.CGEventSourceCounterForEventType(SESSION_STATE, type), 0);
  let before = { clicks: 0, keys: 0 };
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const isFirst = now() - askedAt > FORGOTTEN_MS;
    askedAt = now();
    const counted = { clicks: count(CLICKS), keys: count(KEY_PRESSES) };
    // Each wraps at 32 bits.
    const clicks = Math.max(0, (counted.clicks - before.clicks) | 0);
    const keys = Math.max(0, (counted.keys - before.keys) | 0);
    before = counted;
    if (isFirst) return { clicks: [], keys: 0 };
    const at = clicks === 0 ? null : where();
    return { clicks: at === null ? [] : Array.from({ length: Math.min(clicks, MOST_CLICKS) }, () => at), keys };
  };
}
