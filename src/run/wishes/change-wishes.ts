/** Reads what a person's message changes in the ledger: a new wish, another wording, or a wish that no longer counts. English and German. Pure. */

import type { KeptWish, Wish } from '../../ledger/wish.ts';
import { findWishes } from './find-wishes.ts';
import { STARTS_ACT } from './wish-words.ts';

export type WishChange =
  | { readonly kind: 'add'; readonly wish: Wish }
  | { readonly kind: 'change'; readonly id: number; readonly wish: Wish }
  | { readonly kind: 'waive'; readonly id: number };

const NAMES = '(?:wish|point|item|number|no\\.?|wunsch|punkt|nummer|nr\\.?)?\\s*#?';
const WAIVES = new RegExp(
  `^(?:please\\s+|bitte\\s+)?(?:skip|drop|forget(?:\\s+about)?|leave\\s+out|never\\s+mind|ignore|waive|lass(?:e)?|vergiss|überspringe?|streiche?|ohne)\\s+${NAMES}(\\d{1,2})(?:\\s+(?:weg|aus|out))?[.!]*$`,
  'iu',
);
const REWORDS = new RegExp(`^${NAMES}(\\d{1,2})\\s*(?:[:.)=]|–|-)\\s*(\\S[\\s\\S]{2,})$`, 'iu');
const ASKS = new RegExp(
  `^(?:(?:and|und|oh|ok(?:ay)?|but|aber)[,\\s]+)*(?:${STARTS_ACT}|(?:it|they|that|the\\s+\\S+|es|sie|der\\s+\\S+|die\\s+\\S+|das\\s+\\S+)\\s+(?:must|should|has\\s+to|have\\s+to|muss|müssen|soll|sollen|sollte)(?!\\p{L}))`,
  'iu',
);

/** Empty when they only inform. `home`: the person's, absolute. */
export function readChanges(text: string, wishes: readonly KeptWish[], home: string): readonly WishChange[] {
  const words = text.trim();
  const has = (id: number): boolean => wishes.some((wish) => wish.id === id);
  const waived = Number(WAIVES.exec(words)?.[1] ?? 0);
  if (has(waived)) return [{ kind: 'waive', id: waived }];
  const [, number = '', reworded = ''] = REWORDS.exec(words) ?? [];
  if (number !== '' && has(Number(number))) {
    const [wish = { text: reworded }] = findWishes(reworded, home);
    // Text given for one number stays one wish, even if it has several parts.
    return [{ kind: 'change', id: Number(number), wish: { ...wish, text: reworded.trim() } }];
  }
  return findWishes(words, home).flatMap((wish) =>
    wish.never === true || ASKS.test(wish.text) ? [{ kind: 'add' as const, wish }] : [],
  );
}
