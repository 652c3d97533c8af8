/** Switches on a sleeping screen before a run, since the person wants to see the result. */
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';

/** Time that a display takes to show something again. */
const WAKING_MS = 1000;

/** Resolves when the screen is on, or was asleep and has been asked to wake; a locked screen stays locked. */
export async function wakeScreen(
  { desktop, clock }: { readonly desktop: Pick<Desktop, 'presence' | 'wake'>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  if ((await desktop.presence(signal)).screen !== 'asleep') return;
  await desktop.wake(signal);
  await clock.sleep(WAKING_MS, signal);
}
