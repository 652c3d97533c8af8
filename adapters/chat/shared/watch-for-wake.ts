/** Notices that the computer slept, its clock jumped, or nothing came for long: connections from before are dead, though nobody says so. */

import type { Clock } from '../../../src/ports/clock.ts';

export interface WakePacing {
  /** How often sleep and clock jumps are looked for, and how large a jump must be. */
  readonly wakeCheckMs: number;
  readonly wakeJumpMs: number;
  /** So long without anything from the other side, and everything is connected anew. */
  readonly silenceMs: number;
}

/** Calls `onWake` after each jump, and `onSilence` when `contactAt` (monotonic) lies too far back, until `stop`. Never rejects. */
export async function watchForWake(
  clock: Clock,
  pacing: WakePacing,
  watch: {
    readonly contactAt: () => number;
    readonly onWake: (missingMs: number) => void;
    readonly onSilence: () => void;
  },
  stop: AbortSignal,
): Promise<void> {
  let renewedAt = clock.elapsed();
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
    if (missingMs > pacing.wakeJumpMs) watch.onWake(missingMs);
    const silentSince = Math.max(watch.contactAt(), renewedAt);
    if (clock.elapsed() - silentSince <= pacing.silenceMs) continue;
    renewedAt = clock.elapsed();
    watch.onSilence();
  }
}
