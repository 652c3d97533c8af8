/** Checks for due orders: at the next time of all, when it is woken, and soon after the computer slept. */

import { nextOfAll } from './come-due.ts';
import type { OrdersPorts } from './orders-ports.ts';

/** A computer that slept is noticed this soon. */
const LONGEST_SLEEP_MS = 15_000;
const SHORTEST_SLEEP_MS = 20;

/** Rejects with the signal's reason. `woken`: resolves when there is something new to look for. */
export async function watchClock(
  comeDue: () => Promise<void>,
  woken: () => Promise<void>,
  { book, inbox, clock, warn }: Pick<OrdersPorts, 'book' | 'inbox' | 'clock' | 'warn'>,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await comeDue().catch((error: unknown) => warn(`Orders could not be looked through: ${String(error)}`));
    const next = nextOfAll(book, inbox) ?? Number.POSITIVE_INFINITY;
    const wait = Math.max(SHORTEST_SLEEP_MS, Math.min(LONGEST_SLEEP_MS, next - clock.now()));
    await Promise.race([clock.sleep(wait, signal), woken()]);
    signal.throwIfAborted();
  }
}
