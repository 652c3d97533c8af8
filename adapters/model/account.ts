/** The account of one question to a provider: tokens of its answers, and of those that were cut on their way. */

import type { Usage } from '../../src/ports/model.ts';
import { addUsage } from '../../src/ports/usage.ts';

export interface Account {
  /** Everything so far, an attempt under way included. */
  used(): Usage;
  /** An attempt is under way and has taken this much. */
  note(soFar: Usage): void;
  /** Something of its answer has come. */
  noteSign(): void;
  /** The attempt was answered. */
  close(usage: Usage): void;
  /** The attempt failed. What had begun to answer has taken something; what was turned away has not. */
  fail(): void;
}

const NO_TOKENS: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function createAccount(): Account {
  let whole = NO_TOKENS;
  let underWay = NO_TOKENS;
  let hasBegun = false;
  const add = (usage: Usage): void => {
    whole = addUsage(whole, usage);
    underWay = NO_TOKENS;
    hasBegun = false;
  };
  return {
    used: () => addUsage(whole, underWay),
    note(soFar) {
      underWay = soFar;
    },
    noteSign() {
      hasBegun = true;
    },
    close: add,
    fail: () => add(hasBegun ? underWay : NO_TOKENS),
  };
}
