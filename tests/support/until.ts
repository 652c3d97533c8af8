/** Waiting for a thing instead of for a time. */
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const BETWEEN_LOOKS_MS = 5;

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
  for (const end = performance.now() + ms; ; await sleep(BETWEEN_LOOKS_MS)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as Found<T>;
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${typeof what === 'string' ? what : what()}`);
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
