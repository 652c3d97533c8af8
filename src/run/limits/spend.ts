/** Spend of the day, for the daily cap and /status. */

import { midnightBefore, readCalls, sumCalls } from '../../journal/costs.ts';
import type { Recordings } from '../../journal/recordings.ts';
import type { Clock } from '../../ports/clock.ts';
import { leftTogether, type Together } from './caps.ts';

export interface Spend {
  /** USD spent today by runs that have ended; a day is the computer's own. */
  today(): number;
  /** `at`: when the run ended, milliseconds since 1970. */
  add(costUsd: number | null, at: number): void;
}

/** Whether a model call outside of any run may still cost something today. */
export function mayCost(spend: Pick<Spend, 'today'>, dayLimitUsd: number, together: Together | null): boolean {
  const dayCostUsd = spend.today();
  return dayCostUsd < dayLimitUsd && leftTogether({ dayCostUsd, together }) > 0;
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
  return sumCalls(await readCalls(recordings, midnightBefore(clock.now()))).knownUsd;
}
