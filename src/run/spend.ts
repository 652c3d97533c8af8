/** What runs have cost today, for the daily cap and /status. */
import type { Clock } from '../ports/clock.ts';
import type { Recordings } from '../ports/recordings.ts';

export interface Spend {
  /** USD spent today by runs that have ended; a day is the computer's own. */
  today(): number;
  /** `at`: when the run ended, milliseconds since 1970. */
  add(costUsd: number | null, at: number): void;
}

export function createSpend(clock: Clock): Spend {
  const byDay = new Map<string, number>();
  const dayOf = (ms: number): string => new Date(ms).toDateString();
  return {
    today: () => byDay.get(dayOf(clock.now())) ?? 0,
    add(costUsd, at) {
      if (costUsd !== null) byDay.set(dayOf(at), (byDay.get(dayOf(at)) ?? 0) + costUsd);
    },
  };
}

/** USD that the model calls of today have cost, read from the journals: a restart is no fresh start for the daily cap. */
export async function readSpentToday(recordings: Recordings, clock: Clock): Promise<number> {
  const midnight = new Date(clock.now()).setHours(0, 0, 0, 0);
  let sum = 0;
  for (const runId of (await recordings.list()).toReversed()) {
    const events = (await recordings.read(runId)) ?? [];
    for (const event of events) {
      if (!('cost_usd' in event) || Date.parse(event.at) < midnight) continue;
      const calls = 1 + ('given_up' in event ? (event.given_up ?? 0) : 0);
      sum += calls * (event.cost_usd ?? 0);
    }
    const created = events[0];
    // Runs come one after the other: what is before one that began yesterday has ended by then.
    if (created !== undefined && Date.parse(created.at) < midnight) break;
  }
  return sum;
}
