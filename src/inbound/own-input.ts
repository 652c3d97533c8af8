/** Messages that arrive while Deskhand types into a window with its own conversation may come from itself, so they do not count. */
import type { Clock } from '../ports/clock.ts';

export interface OwnInput {
  /** Suspects messages until `act` has settled. */
  during<Value>(act: () => Promise<Value>): Promise<Value>;
  /** Whether a message arriving now may come from Deskhand's own input. */
  isSuspected(): boolean;
}

/** Longest time from a key in a chat's window to the arrival of its message through the chat's server. */
const ROUND_TRIP_MS = 5000;

export function createOwnInput(clock: Clock): OwnInput {
  let under = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    async during(act) {
      under += 1;
      try {
        return await act();
      } finally {
        under -= 1;
        until = clock.elapsed() + ROUND_TRIP_MS;
      }
    },
    isSuspected: () => under > 0 || clock.elapsed() < until,
  };
}
