/** Switches on a screen that is asleep before a run: whoever asks for something wants to see what comes of it. */
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';

/** A display takes about this long until it shows something again. */
const WAKING_MS = 1000;

/** Resolves when it is on, or was asleep and is asked to wake; one that is locked stays locked. */
export async function wakeScreen(
  { desktop, clock }: { readonly desktop: Pick<Desktop, 'presence' | 'wake'>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  if ((await desktop.presence(signal)).screen !== 'asleep') return;
  await desktop.wake(signal);
  await clock.sleep(WAKING_MS, signal);
}
