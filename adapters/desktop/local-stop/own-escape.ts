/** Whether an Escape that is down may be one of ours, judged by what the hands were asked to press. */
import { parseKeys } from '../../../src/action/keys.ts';

export interface OwnEscape {
  mayBeDown(): boolean;
  /** Notes that these keys are pressed until `press` settles. */
  during<Value>(keys: string, press: () => Promise<Value>): Promise<Value>;
  /** Notes the keys that are kept down from now on. */
  keep(keys: readonly string[]): void;
}

/** How long after a press was answered its events may still arrive. */
const LATE_MS = 300;

export function createOwnEscape(now: () => number): OwnEscape {
  let presses = 0;
  let isKept = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    mayBeDown: () => presses > 0 || isKept || now() - endedAt < LATE_MS,
    during: async (keys, press) => {
      if (!hasEscape(keys)) return await press();
      presses += 1;
      try {
        return await press();
      } finally {
        presses -= 1;
        endedAt = now();
      }
    },
    keep: (keys) => {
      const isWanted = keys.some(hasEscape);
      if (isKept && !isWanted) endedAt = now();
      isKept = isWanted;
    },
  };
}

function hasEscape(keys: string): boolean {
  const parsed = parseKeys(keys);
  return parsed.ok && parsed.combo.key === 'escape';
}
