/** Flood control: about one message a second in a chat (twenty a minute in a group), with a burst on credit. Edits count. */

import { tooManyRequests } from './refusal.ts';

export interface FloodRule {
  /** Messages that may come at once. */
  readonly burst: number;
  readonly perSecond: number;
}

export interface FloodControl {
  /** Counts one message; refuses with 429 when the chat's credit is used up. */
  count(chatId: number): void;
}

export function createFloodControl(ruleOf: (chatId: number) => FloodRule | null): FloodControl {
  const credits = new Map<number, { readonly left: number; readonly at: number }>();
  return {
    count(chatId) {
      const rule = ruleOf(chatId);
      if (rule === null) return;
      const now = performance.now();
      const before = credits.get(chatId) ?? { left: rule.burst, at: now };
      const left = Math.min(rule.burst, before.left + ((now - before.at) / 1000) * rule.perSecond);
      if (left < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - left) / rule.perSecond)));
      credits.set(chatId, { left: left - 1, at: now });
    },
  };
}
