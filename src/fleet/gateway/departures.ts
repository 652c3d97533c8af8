/** Machines that are removed while the gateway runs: waiting messages are given up, and people with a run there are told. */
import type { Outbox } from '../../outbound/outbox.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MachineSeen, Work } from '../../ports/work.ts';
import { say, short } from '../../words/say.ts';
import type { Errands } from './errands.ts';

export interface Departures {
  /** Notes a machine's report. */
  note(machine: MachineSeen): void;
  /** Looks again and again until the signal. */
  watch(signal: AbortSignal): Promise<void>;
}

const LOOK_MS = 1_000;
const GOAL_CHARACTERS = 60;

export function createDepartures(ports: {
  readonly work: Pick<Work, 'machines'>;
  readonly errands: Pick<Errands, 'machines' | 'drop'>;
  readonly outbox: Outbox;
  readonly clock: Clock;
}): Departures {
  const { work, errands, outbox, clock } = ports;
  const runs = new Map<string, NonNullable<MachineSeen['told']>['run']>();

  const look = (): void => {
    const there = new Set(work.machines().map(({ name }) => name));
    for (const machine of errands.machines()) if (!there.has(machine)) errands.drop(machine);
    for (const [machine, run] of runs) {
      if (there.has(machine)) continue;
      runs.delete(machine);
      if (run === null) continue;
      const goal = short(run.goal, GOAL_CHARACTERS);
      const text = say`It was removed from the fleet, so its run stops and reports no more: ${goal}`;
      outbox.post(run.thread, wordsAlone([{ bold: machine }, '\n', text]));
    }
  };

  return {
    note: ({ name, told }) => void runs.set(name, told?.run ?? null),
    async watch(signal) {
      while (!signal.aborted) {
        look();
        await clock.sleep(LOOK_MS, signal).catch(() => undefined);
      }
    },
  };
}
