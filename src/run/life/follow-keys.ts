/** Asks how many keys were pressed on the keyboard itself, again and again, where the system can tell those from ours (a Mac). */
import type { PointerPorts } from './follow-pointer.ts';

/** A hand on the keyboard is not as urgent as one that pushes the pointer into the corner. */
const POLL_MS = 200;
/** So often without an answer, and there is none on this system. */
const TRIES = 5;

/** Calls `pressed` each time there are more than before, until `signal` aborts; never rejects. */
export async function followKeys(
  { desktop, clock }: PointerPorts,
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
    // A counter that began anew says nothing.
    if (keys !== null && before !== null && keys > before) pressed();
    before = keys ?? before;
    await clock.sleep(POLL_MS, signal).catch(() => undefined);
  }
}
