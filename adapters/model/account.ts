/** The account of one question to a provider: tokens of its answers, and of those that were cut on their way. */

import type { Usage } from '../../src/ports/model.ts';
import { addUsage } from '../../src/ports/usage.ts';

export interface Account {
  /** The usage so far, a running attempt included. */
  used(): Usage;
  /** Notes the usage of the running attempt so far. */
  note(soFar: Usage): void;
  /** Notes that a part of its answer has arrived. */
  noteSign(): void;
  /** Ends the attempt with its final usage. */
  close(usage: Usage): void;
  /** Ends the attempt as failed: one that had begun to answer has used tokens, one that was refused has not. */
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
