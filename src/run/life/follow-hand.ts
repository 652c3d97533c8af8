/** Follows a person's hand: where the pointer is, the corner it is pushed into to stop everything, keys that are pressed. */
import type { Clock } from '../../ports/clock.ts';
import { type Desktop, isCorner, type Place } from '../../ports/desktop.ts';

export interface HandPorts {
  readonly desktop: Desktop;
  readonly clock: Clock;
}

/** Together with a stop's own time well within 200 ms. */
const POINTER_POLL_MS = 40;
/** Poll interval while the desktop is away. */
const AWAY_POLL_MS = 500;

/** Calls `seen` with every place until `signal` aborts; never rejects. */
export async function followPointer(
  { desktop, clock }: HandPorts,
  seen: (place: Place) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const place = await desktop.cursor(signal).catch(() => null);
    if (signal.aborted) return;
    if (place !== null) seen(place);
    await clock.sleep(place === null ? AWAY_POLL_MS : POINTER_POLL_MS, signal).catch(() => undefined);
  }
}

/** Calls `pushed` when the pointer enters the corner. A pointer that is there from the start was not pushed. */
export function guardCorner(pushed: () => void): (place: Place) => void {
  let wasInCorner: boolean | null = null;
  return (place) => {
    const isInCorner = isCorner(place);
    if (isInCorner && wasInCorner === false) pushed();
    wasInCorner = isInCorner;
  };
}

/** Keys are polled less often, as the keyboard is less urgent than a push into the corner. */
const KEYS_POLL_MS = 200;
/** Failed attempts after which the system counts as one that does not count keys. */
const TRIES = 5;

/** Calls `pressed` each time more keys were pressed than before, until `signal` aborts; never rejects. */
export async function followKeys(
  { desktop, clock }: HandPorts,
  pressed: () => void,
  signal: AbortSignal,
): Promise<void> {
  let before: number | null = null;
  for (let silent = 0; !signal.aborted && silent < TRIES; ) {
    const keys: number | null = await desktop.presence(signal).then(
      ({ keysPressed }) => keysPressed,
      () => null,
    );
    if (signal.aborted) return;
    silent = keys === null ? silent + 1 : 0;
    // A lower count means that the counter was reset.
    if (keys !== null && before !== null && keys > before) pressed();
    before = keys ?? before;
    await clock.sleep(KEYS_POLL_MS, signal).catch(() => undefined);
  }
}
