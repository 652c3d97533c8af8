/** Waiting until something changes on the screen, or until a text shows up. */
import type { ActionOf } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { changedTiles } from '../../screen/fingerprints.ts';
import type { Observation } from '../../screen/observe.ts';
import { isTextShown } from '../../screen/shown-text.ts';
import { say } from '../../words/say.ts';
import { DONE, refuse } from './result.ts';

const CHANGE_INTERVAL_MS = 100;
const TEXT_INTERVAL_MS = 500;

export async function waitUntil(
  action: ActionOf<'wait_until'>,
  observation: Observation,
  { desktop, clock }: { readonly desktop: Desktop; readonly clock: Clock },
  signal: AbortSignal,
): Promise<MachineResult> {
  const { display, fingerprint } = observation.frame;
  const until = clock.elapsed() + action.seconds * 1000;
  const wanted = action.text;
  for (;;) {
    const isThere =
      wanted === undefined
        ? changedTiles(fingerprint, await desktop.fingerprint(display.index, signal)).length > 0
        : await isTextShown(wanted, display, desktop, signal);
    if (isThere) return DONE;
    if (clock.elapsed() >= until) {
      return refuse(
        wanted === undefined
          ? say`Nothing changed within ${action.seconds} s.`
          : say`“${action.text ?? ''}” did not show up within ${action.seconds} s.`,
      );
    }
    await clock.sleep(wanted === undefined ? CHANGE_INTERVAL_MS : TEXT_INTERVAL_MS, signal);
  }
}
