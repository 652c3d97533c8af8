/** Old recordings go after each run, and every few hours: days go by without a run, too. */
import type { Inbox } from '../inbox/inbox.ts';
import type { Clock } from '../ports/clock.ts';
import { type KeepLimits, pruneRecordings } from './prune.ts';
import type { Recordings } from './recordings.ts';

export interface PruningPorts {
  readonly recordings: Recordings;
  readonly keep: KeepLimits;
  readonly inbox: Pick<Inbox, 'unsettled'>;
  readonly clock: Clock;
  readonly warn: (problem: string) => void;
}

export interface Pruning {
  /** Never rejects. */
  prune(): Promise<void>;
  /** Rejects when the signal aborts. */
  nowAndThen(signal: AbortSignal): Promise<never>;
}

const EVERY_MS = 6 * 3_600_000;

export function createPruning({ recordings, keep, inbox, clock, warn }: PruningPorts): Pruning {
  const prune = async (): Promise<void> => {
    const unfinished = new Set(inbox.unsettled().flatMap(({ runs }) => runs));
    await pruneRecordings(recordings, keep, unfinished, { now: clock.now(), warn }).catch((error: unknown) =>
      warn(`Old recordings could not be looked through: ${String(error)}`),
    );
  };
  return {
    prune,
    async nowAndThen(signal) {
      for (; ; await clock.sleep(EVERY_MS, signal)) await prune();
    },
  };
}
