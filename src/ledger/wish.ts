/** The ledger of a run: what the person wants, wish by wish, and how each stands. Pure. */
import { z } from 'zod';
import type { Text } from '../words/say.ts';
import { checkSchema } from './check.ts';

/** One thing that must be so when the goal is reached, or that must not happen. Left out: not said. */
export const wishSchema = z.object({
  /** As the person wrote it. */
  text: z.string().min(1),
  /** It must not happen. */
  never: z.boolean().optional(),
  where: z.string().optional(),
  many: z.number().optional(),
  form: z.string().optional(),
  by_when: z.string().optional(),
  /** What proves it, where something typed does. */
  checks: z.array(checkSchema).optional().catch(undefined),
});

export type Wish = z.infer<typeof wishSchema>;

export type WishStatus =
  /** `against`: what a check found that speaks against it; '' when none did. */
  | { readonly name: 'open'; readonly against: Text }
  /** `step`: the iteration it is proven for; `how`: which check. `isOld`: an earlier run proved it, and nobody has looked since. */
  | { readonly name: 'done'; readonly step: number; readonly how: Text; readonly isOld?: boolean }
  | { readonly name: 'waived'; readonly by: string };

/** A wish as a run hands it to the one that goes on from it. */
export const leftWishSchema = wishSchema.extend({
  id: z.number(),
  was: z.enum(['open', 'done', 'waived']),
  /** Who waived it. */
  by: z.string().optional(),
});

export type LeftWish = z.infer<typeof leftWishSchema>;

/** A wish with its number, from 1, and how it stands. */
export interface KeptWish extends Wish {
  readonly id: number;
  readonly status: WishStatus;
}

/** What the model's own notes say about a wish: it proves nothing, and says where to look. */
export interface Claim {
  /** Where the look of that step is kept. */
  readonly run: string;
  readonly step: number;
  /** null: done; otherwise why it is impossible. */
  readonly impossible: string | null;
}

export type Claims = Readonly<Record<number, Claim>>;

const OPEN: WishStatus = { name: 'open', against: '' };

/** Added, or changed when its number is known; a changed one is open again. */
export function noteWish(wishes: readonly KeptWish[], id: number, wish: Wish): readonly KeptWish[] {
  const kept: KeptWish = { ...wish, id, status: OPEN };
  return wishes.some((one) => one.id === id) ? wishes.map((one) => (one.id === id ? kept : one)) : [...wishes, kept];
}

export function setStatus(wishes: readonly KeptWish[], id: number, status: WishStatus): readonly KeptWish[] {
  return wishes.map((one) => (one.id === id ? { ...one, status } : one));
}

export function nextId(wishes: readonly Pick<KeptWish, 'id'>[]): number {
  return Math.max(0, ...wishes.map(({ id }) => id)) + 1;
}

/** For a run that goes on from this one. What spoke against a wish may have changed since. */
export function leaveWishes(wishes: readonly KeptWish[]): LeftWish[] {
  return wishes.map(({ status, ...wish }) => ({
    ...wish,
    was: status.name,
    ...(status.name === 'waived' ? { by: status.by } : {}),
  }));
}

/** What was done is not believed for good: it is to be looked at again. */
export function takeWishes(left: readonly LeftWish[]): readonly KeptWish[] {
  return left.map(({ was, by = '', ...wish }): KeptWish => {
    if (was === 'waived') return { ...wish, status: { name: 'waived', by } };
    return { ...wish, status: was === 'done' ? { name: 'done', step: 0, how: '', isOld: true } : OPEN };
  });
}

/** Those that still count. */
export function stillWanted(wishes: readonly KeptWish[]): readonly KeptWish[] {
  return wishes.filter(({ status }) => status.name !== 'waived');
}

const CLAIM =
  /\bwish(?:es)?\s+((?:#?\d{1,2}(?:\s*(?:,|and|&)\s*)?)+)\s*(?:is|are|:|-)?\s*(done|impossible)\b[\s:,–-]*([^;\n]*)/gi;

/** Claims in a note, "wish 2 done", "wishes 1 and 3 impossible: the page is gone", beside those of before. */
export function readClaims(
  note: string | null,
  at: { readonly run: string; readonly step: number },
  before: Claims,
): Claims {
  const claims: Record<number, Claim> = { ...before };
  for (const [, ids = '', kind = '', why = ''] of (note ?? '').matchAll(CLAIM)) {
    const impossible = kind.toLowerCase() === 'done' ? null : why.trim();
    for (const id of ids.match(/\d+/g) ?? []) claims[Number(id)] = { ...at, impossible };
  }
  return claims;
}
