/** Asks where the pointer is, again and again; and the corner a person pushes it into to stop everything. */
import type { Clock } from '../../ports/clock.ts';
import { type Desktop, isCorner, type Place } from '../../ports/desktop.ts';

export interface PointerPorts {
  readonly desktop: Desktop;
  readonly clock: Clock;
}

/** Together with a stop's own time well within 200 ms. */
const POLL_MS = 40;
/** A desktop that went away is not asked that often. */
const AWAY_POLL_MS = 500;

/** Calls `seen` with every place until `signal` aborts; never rejects. */
export async function followPointer(
  { desktop, clock }: PointerPorts,
  seen: (place: Place) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const place = await desktop.cursor(signal).catch(() => null);
    if (signal.aborted) return;
    if (place !== null) seen(place);
    await clock.sleep(place === null ? AWAY_POLL_MS : POLL_MS, signal).catch(() => undefined);
  }
}

/** Calls `pushed` when the pointer comes into the corner. One that rests there from the start has not been pushed. */
export function guardCorner(pushed: () => void): (place: Place) => void {
  let wasInCorner: boolean | null = null;
  return (place) => {
    const isInCorner = isCorner(place);
    if (isInCorner && wasInCorner === false) pushed();
    wasInCorner = isInCorner;
  };
}
