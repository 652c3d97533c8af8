/** What arrives while our own input goes into a window that shows our conversation may be our own doing: it counts for nothing. */
import type { Clock } from '../ports/clock.ts';

export interface OwnInput {
  /** Input goes into such a window until `act` has settled. */
  during<Value>(act: () => Promise<Value>): Promise<Value>;
  /** Whether what arrives now may be of our own making. */
  isSuspected(): boolean;
}

/** From a key in a chat's window to its message coming back through the chat's server. */
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
