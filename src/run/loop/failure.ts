/** An error in a run: waits for the desktop to come back where that helps, and says how the run ends where it does not. */

import type { Clock } from '../../ports/clock.ts';
import { type Desktop, DesktopLost } from '../../ports/desktop.ts';
import { JournalFailed } from '../../ports/journal.ts';
import { type RunControl, RunStopped } from '../control.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';

/** Time that a desktop gets to come back. */
const DESKTOP_PATIENCE_MS = 30_000;
const DESKTOP_POLL_MS = 500;

/** Whether the desktop came back in time; false also when the run was stopped meanwhile. */
export async function isBackInTime({
  control,
  clock,
  desktop,
}: {
  readonly control: Pick<RunControl, 'signal'>;
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'describe'>;
}): Promise<boolean> {
  const until = clock.elapsed() + DESKTOP_PATIENCE_MS;
  while (!control.signal.aborted && clock.elapsed() < until) {
    const isBack = await desktop.describe(control.signal).then(
      () => true,
      () => false,
    );
    if (isBack) return true;
    await clock.sleep(DESKTOP_POLL_MS, control.signal).catch(() => undefined);
  }
  return false;
}

/** The end of a run in which an error was thrown. */
export function describeFailure(error: unknown, { control }: { readonly control: Pick<RunControl, 'signal'> }): End {
  if (control.signal.aborted && control.signal.reason instanceof RunStopped)
    return outcomes.stopped(control.signal.reason);
  if (error instanceof JournalFailed) return outcomes.journalFailed(error.text);
  if (error instanceof DesktopLost) return outcomes.desktopFailed(error.text);
  return outcomes.broke(error);
}
