/** Waits until the screen has reacted and come to rest, as short as that takes. */
import type { Clock } from '../ports/clock.ts';
import type { Desktop, Fingerprint } from '../ports/desktop.ts';
import { changedTiles } from './fingerprints.ts';

const POLL_MS = 30;
/** A change must come within this time, or the action is taken to have changed nothing. */
const REACTION_MS = 350;
/** At rest: nothing new for this long. A focus ring often comes well before the real change, so it is not shorter. */
const QUIET_MS = 140;
/** Applications that never rest (video, spinners) are looked at as they are. */
const CAP_MS = 3000;
/** A tile that changes this often within one wait blinks or spins; it does not hold the wait up. */
const RESTLESS_CHANGES = 3;

export interface Settled {
  /** `unknown` when the desktop went away before it could be seen. */
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  /** For the next prompt; '' when the screen came to rest. */
  readonly note: string;
}

/** `before` is the display's fingerprint from just before the action. */
export async function settle(
  before: Fingerprint,
  display: number,
  ports: { readonly desktop: Desktop; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Settled> {
  const { desktop, clock } = ports;
  const startedAt = clock.elapsed();
  const changes = new Map<number, number>();
  let previous = before;
  let lastChangeAt: number | null = null;
  while (clock.elapsed() - startedAt < CAP_MS) {
    const now = await desktop.fingerprint(display, signal);
    const moved = changedTiles(previous, now);
    for (const tile of moved) changes.set(tile, (changes.get(tile) ?? 0) + 1);
    previous = now;
    if (moved.some((tile) => (changes.get(tile) ?? 0) < RESTLESS_CHANGES)) lastChangeAt = clock.elapsed();
    const waited = clock.elapsed() - startedAt;
    if (lastChangeAt === null && waited >= REACTION_MS) return { effect: 'unchanged', note: '' };
    if (lastChangeAt !== null && clock.elapsed() - lastChangeAt >= QUIET_MS) {
      return { effect: changedTiles(before, now).length > 0 ? 'changed' : 'unchanged', note: '' };
    }
    await clock.sleep(POLL_MS, signal);
  }
  return {
    effect: 'changed',
    note: `The screen was still moving after ${CAP_MS / 1000} s; this picture may be of something in motion.`,
  };
}
