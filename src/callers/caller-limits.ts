/** Rate limits of callers, and pauses after the owner's stop or repeated denials. Kept in memory only. */
import type { Clock } from '../ports/clock.ts';
import type { Caller } from './caller-book.ts';

const MINUTE_MS = 60_000;
/** Pause after the owner's stop, and after several denials within this time. */
export const HOLD_MS = 10 * MINUTE_MS;
const DENIALS = 3;

export interface CallerHolds {
  /** Counts one more; false, and not counted, where the minute's limit is reached. */
  mayAsk(caller: Caller): boolean;
  /** Minutes until it may begin something again; 0: now. */
  heldMinutes(name: string): number;
  /** It may begin nothing for a while. */
  hold(name: string): void;
  /** The owner stopped everything: every caller that was active lately has to pause. */
  holdBusy(): void;
  noteBegun(name: string): void;
  noteDenied(name: string): void;
}

export function createCallerHolds(clock: Pick<Clock, 'elapsed'>): CallerHolds {
  const asked = new Map<string, number[]>();
  const denied = new Map<string, number[]>();
  const begun = new Map<string, number>();
  const heldUntil = new Map<string, number>();
  const lately = (times: readonly number[] | undefined, ms: number): number[] =>
    (times ?? []).filter((at) => at > clock.elapsed() - ms);
  const hold = (name: string): void => void heldUntil.set(name, clock.elapsed() + HOLD_MS);
  return {
    mayAsk({ hash, per_minute }) {
      const times = lately(asked.get(hash), MINUTE_MS);
      asked.set(hash, times);
      if (times.length >= per_minute) return false;
      times.push(clock.elapsed());
      return true;
    },
    heldMinutes: (name) => Math.max(0, Math.ceil(((heldUntil.get(name) ?? 0) - clock.elapsed()) / MINUTE_MS)),
    hold,
    holdBusy() {
      for (const [name, at] of begun) if (at > clock.elapsed() - HOLD_MS) hold(name);
    },
    noteBegun: (name) => void begun.set(name, clock.elapsed()),
    noteDenied(name) {
      const times = [...lately(denied.get(name), HOLD_MS), clock.elapsed()];
      denied.set(name, times);
      if (times.length >= DENIALS) hold(name);
    },
  };
}
