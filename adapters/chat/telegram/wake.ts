/** Notices that the computer slept or its clock jumped: connections from before are dead, though nobody says so. */

import type { Clock } from '../../../src/ports/clock.ts';
import type { Pacing } from './options.ts';

/** Calls `onWake` after each such jump, until `stop`. Never rejects. */
export async function watchForWake(
  clock: Clock,
  pacing: Pacing,
  onWake: (missingMs: number) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const before = { now: clock.now(), elapsed: clock.elapsed() };
    try {
      await clock.sleep(pacing.wakeCheckMs, stop);
    } catch {
      return;
    }
    // Either clock may stand still during sleep, depending on the system.
    const passedMs = Math.max(clock.now() - before.now, clock.elapsed() - before.elapsed);
    const missingMs = passedMs - pacing.wakeCheckMs;
    if (missingMs > pacing.wakeJumpMs) onWake(missingMs);
  }
}
