/** What people want in a storm: commands and stops, spread over all that goes wrong, or so many a second. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  readonly count: number;
  /** Between two of them; null: as they come to be allowed. */
  readonly everyMs: number | null;
  /** How many of them may go now, 0 to 1 of all, and for how many milliseconds what they are spread over went on. */
  readonly over: { readonly reach: () => number; readonly underMs: () => number };
  /** Waits before the next one beyond that. */
  readonly mayGo: () => boolean;
}

/** Where nothing is known of how long things take. */
const GUESS_MS = 20;
const GUESSED = 25;

/** Calls `act` with 0, 1, … at its time each. Late ones are made up for: what is sent does not wait for what is slow. */
export async function keepPace({ count, everyMs, over, mayGo }: Pace, act: (index: number) => void): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const dueMs = everyMs === null ? 0 : startedAt + index * everyMs - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    // Spread over the time that a trouble takes as well, and not all at its beginning.
    if (everyMs === null && over.reach() < 1)
      await sleep((0.8 * (over.underMs() + GUESS_MS * GUESSED)) / (index + GUESSED));
    while (!mayGo() || index >= count * over.reach()) await sleep(5);
    act(index);
  }
}

/** How many of them were sent while each kind of trouble went on, while any did, and while none did. */
export function createTally(): {
  note(kinds: readonly string[]): void;
  read(): Readonly<Record<string, number>>;
} {
  const counts: Record<string, number> = {};
  const add = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    note(kinds) {
      for (const kind of new Set(kinds)) add(kind);
      add(kinds.length === 0 ? 'none' : 'any');
    },
    read: () => counts,
  };
}
