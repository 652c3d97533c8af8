/** Escape held down for a second: how long it has been held, as far as it counts. Pure. */

/** The keyboard as it was seen at one moment. */
export interface EscapeSeen {
  readonly isDown: boolean;
  /** Whether Escape may be one of ours: a key of ours is down, and nobody can tell whose Escape it is. Such a moment does not count. */
  readonly isOurs: boolean;
}

export interface EscapeHold {
  /** True once, when it has been held long enough. */
  see(seen: EscapeSeen, atMs: number): boolean;
}

const HOLD_MS = 1000;
/** A longer gap between looks counts as this long only: the key may have come up and gone down again in it. */
const MOST_BETWEEN_MS = 150;

export function createEscapeHold(): EscapeHold {
  let heldMs = 0;
  let before: (EscapeSeen & { readonly atMs: number }) | null = null;
  let isDone = false;
  return {
    see: (seen, atMs) => {
      const counts = before?.isDown === true && !before.isOurs && seen.isDown && !seen.isOurs;
      if (counts && before !== null) heldMs += Math.min(atMs - before.atMs, MOST_BETWEEN_MS);
      if (!seen.isDown) {
        heldMs = 0;
        isDone = false;
      }
      before = { ...seen, atMs };
      if (isDone || heldMs < HOLD_MS) return false;
      isDone = true;
      return true;
    },
  };
}
