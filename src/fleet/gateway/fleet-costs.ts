/** Today's cost of the computers of one bot, kept through a restart; for one that is away its last report counts. */
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { StateStore } from '../../ports/state-store.ts';
import type { MachineSeen } from '../../ports/work.ts';

export interface FleetCosts {
  /** Notes a computer's report. */
  note(machine: MachineSeen): void;
  /** Cost of all but this one, USD; null: of all. Days are the gateway's own. */
  todayUsd(without: string | null): number;
}

const KEY = 'fleet.costs';
/** Interval of writes, which are synced, while busy machines report their cost every other second. */
const KEPT_EVERY_MS = 15_000;
const schema = z.object({ day: z.string(), usd: z.record(z.string(), z.number()) });

/** `local`: cost of this process's own machine, which sends no reports. */
export function createFleetCosts(
  state: StateStore,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  local: () => MachineSeen | null,
  warn: (problem: string) => void,
): FleetCosts {
  const today = (): string => new Date(clock.now()).toDateString();
  let known = schema.safeParse(state.get(KEY)).data ?? { day: today(), usd: {} };
  let keptAt = Number.NEGATIVE_INFINITY;
  const renew = (): void => {
    if (known.day !== today()) known = { day: today(), usd: {} };
  };
  const keep = (): void => {
    if (clock.elapsed() - keptAt < KEPT_EVERY_MS) return;
    keptAt = clock.elapsed();
    state.set(KEY, known).catch((error: unknown) => warn(`What machines cost cannot be kept: ${String(error)}`));
  };
  return {
    note({ name, told, lastSeenAt }) {
      renew();
      if (told === null || lastSeenAt === null || new Date(lastSeenAt).toDateString() !== known.day) return;
      if (known.usd[name] === told.spentTodayUsd) return;
      known.usd[name] = told.spentTodayUsd;
      keep();
    },
    todayUsd(without) {
      renew();
      const own = local();
      const all = [
        ...Object.entries(known.usd),
        ...(own === null ? [] : [[own.name, own.told?.spentTodayUsd ?? 0] as const]),
      ];
      return all.reduce((sum, [name, usd]) => (name === without ? sum : sum + usd), 0);
    },
  };
}
