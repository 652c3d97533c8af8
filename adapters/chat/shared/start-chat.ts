/** Starts a chat that goes on connecting by itself: whoever starts it waits for the first news of the connection, or for a moment. */

import type { Clock } from '../../../src/ports/clock.ts';
import type { Health } from './health.ts';

/** Resolves at the first news of the connection, at the end of `running`, or after `patienceMs`. */
export async function untilFirstNews(
  health: Health,
  running: Promise<void>,
  clock: Clock,
  patienceMs: number,
): Promise<void> {
  const enough = new AbortController();
  const patience = clock.sleep(patienceMs, enough.signal).catch(() => undefined);
  await Promise.race([health.firstNews, running, patience]);
  enough.abort();
}
