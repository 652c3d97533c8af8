/** What people want in a storm: commands and stops, spread over all that goes wrong, or so many a second. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  readonly count: number;
  /** The pause between two commands; null: each goes as soon as it is allowed. */
  readonly everyMs: number | null;
  /** The share of all commands that may have gone by now (0 to 1), and for how many milliseconds the troubles have lasted. */
  readonly over: { readonly reach: () => number; readonly underMs: () => number };
  /** Whether another command may go; otherwise it waits. */
  readonly mayGo: () => boolean;
}

/** Guesses for the beginning, when nothing is known of how long things take. */
const GUESS_MS = 20;
const GUESSED = 25;

/** Calls `act` with 0, 1, … at the due times. A late call does not delay the others: load must not wait for what is slow. */
export async function keepPace({ count, everyMs, over, mayGo }: Pace, act: (index: number) => void): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const dueMs = everyMs === null ? 0 : startedAt + index * everyMs - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    // Spreads the commands over the time of a trouble instead of sending all at its beginning.
    if (everyMs === null && over.reach() < 1)
      await sleep((0.8 * (over.underMs() + GUESS_MS * GUESSED)) / (index + GUESSED));
    while (!mayGo() || index >= count * over.reach()) await sleep(5);
    act(index);
  }
}

/** Counts commands sent during each kind of trouble, during any, and during none. */
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
