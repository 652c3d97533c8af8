/** Waiting for a thing instead of for a time. */
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
/** A look may read a whole journal: what takes long is looked for less often, so that its processor is not taken by the looking. */
const FIRST_BETWEEN_MS = 5;
const MOST_BETWEEN_MS = 25;
const SHARE_OF_WAITED = 1 / 40;

type Found<T> = Exclude<T, undefined | null | false>;

/**
 * Looks until there is something, and resolves with it. `what` names it in the error after `ms`, a limit only for what never
 * comes: a machine ten times as busy is no reason for red.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string | (() => string) = String(look),
  ms = PATIENCE_MS,
): Promise<Found<T>> {
  for (const start = performance.now(); ; ) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as Found<T>;
    const waited = performance.now() - start;
    if (waited > ms) throw new Error(`not within ${ms} ms: ${typeof what === 'string' ? what : what()}`);
    await sleep(Math.min(MOST_BETWEEN_MS, Math.max(FIRST_BETWEEN_MS, waited * SHARE_OF_WAITED)));
  }
}

/** Repeats `check` until it does not throw; its last error after the same patience. */
export async function untilTrue(check: () => unknown): Promise<void> {
  let trouble: unknown;
  const holds = async (): Promise<boolean> => {
    try {
      await check();
      return true;
    } catch (error) {
      trouble = error;
      return false;
    }
  };
  await until(holds).catch(() => {
    throw trouble;
  });
}

/** Repeats `check` for `ms`: what must not happen does not happen meanwhile. Fails with the first error of `check`. */
export async function holdsFor(ms: number, check: () => unknown): Promise<void> {
  for (const end = performance.now() + ms; ; ) {
    await check();
    if (performance.now() >= end) return;
    await sleep(Math.min(MOST_BETWEEN_MS, ms / 4));
  }
}
