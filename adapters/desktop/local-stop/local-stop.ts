/** The stop by hand: the keyboard is followed while somebody watches, and by nobody else. */
import { formatKeys, type KeyCombo } from '../../../src/action/keys.ts';
import type { LocalStop } from '../../../src/ports/local-stop.ts';

/** Follows the keyboard until `signal` aborts, and calls `stopped` for each stop. */
export type FollowStopKeys = (stopped: () => void, signal: AbortSignal) => Promise<void>;

/** Says once that this keyboard lacks a key of the combination. */
export function createLackNote(combo: KeyCombo, warn: (problem: string) => void): () => void {
  let isSaid = false;
  return () => {
    if (isSaid) return;
    isSaid = true;
    warn(`This keyboard has no keys for STOP_KEY=${formatKeys(combo)}; Escape held for a second stops everything.`);
  };
}

export function createLocalStop(follow: FollowStopKeys, warn: (problem: string) => void): LocalStop {
  const watchers = new Set<() => void>();
  let following: AbortController | null = null;

  const end = (): void => {
    following?.abort();
    following = null;
  };
  return {
    watch(stopped, signal) {
      if (signal.aborted) return;
      // A function of its own for each watcher: the same `stopped` may be given twice.
      const watcher = (): void => stopped();
      watchers.add(watcher);
      signal.addEventListener(
        'abort',
        () => {
          watchers.delete(watcher);
          if (watchers.size === 0) end();
        },
        { once: true },
      );
      if (following !== null) return;
      following = new AbortController();
      const tellAll = (): void => {
        for (const each of [...watchers]) each();
      };
      follow(tellAll, following.signal).catch((error: unknown) =>
        warn(`The stop keys cannot be followed: ${String(error)}`),
      );
    },
    close() {
      watchers.clear();
      end();
    },
  };
}
