/** The ledger of a run: the person's wishes, and the state of each. Pure. */
import { z } from 'zod';
import type { Text } from '../words/say.ts';
import { checkSchema } from './check.ts';

/** Something that must be true when the goal is reached, or that must not happen. Left out fields are not stated. */
export const wishSchema = z.object({
  /** In the person's words. */
  text: z.string().min(1),
  /** It must not happen. */
  never: z.boolean().optional(),
  where: z.string().optional(),
  many: z.number().optional(),
  form: z.string().optional(),
  by_when: z.string().optional(),
  /** Typed checks that prove it, if there are any. */
  checks: z.array(checkSchema).optional().catch(undefined),
});

export type Wish = z.infer<typeof wishSchema>;

export type WishStatus =
  /** `against`: a check's finding that contradicts it; '' for none. */
  | { readonly name: 'open'; readonly against: Text }
  /** `step`: the iteration of the proof; `how`: the check. `isOld`: an earlier run proved it, and it was not checked since. */
  | { readonly name: 'done'; readonly step: number; readonly how: Text; readonly isOld?: boolean }
  | { readonly name: 'waived'; readonly by: string };

/** A wish as it is passed on to the run that continues. */
export const leftWishSchema = wishSchema.extend({
  id: z.number(),
  was: z.enum(['open', 'done', 'waived']),
  /** Who waived it. */
  by: z.string().optional(),
});

export type LeftWish = z.infer<typeof leftWishSchema>;

/** A wish with its number, from 1, and its state. */
export interface KeptWish extends Wish {
  readonly id: number;
  readonly status: WishStatus;
}

/** A claim about a wish in the model's own notes: it proves nothing, but tells where to look. */
export interface Claim {
  /** The run that has the look of that step. */
  readonly run: string;
  readonly step: number;
  /** null: done; otherwise why it is impossible. */
  readonly impossible: string | null;
}

export type Claims = Readonly<Record<number, Claim>>;

const OPEN: WishStatus = { name: 'open', against: '' };

/** Adds a wish, or changes the one with this number, which is open again. */
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

/** For a run that continues this one. Findings against a wish are dropped, as they may be outdated. */
export function leaveWishes(wishes: readonly KeptWish[]): LeftWish[] {
  return wishes.map(({ status, ...wish }) => ({
    ...wish,
    was: status.name,
    ...(status.name === 'waived' ? { by: status.by } : {}),
  }));
}

/** A wish done earlier is checked again. */
export function takeWishes(left: readonly LeftWish[]): readonly KeptWish[] {
  return left.map(({ was, by = '', ...wish }): KeptWish => {
    if (was === 'waived') return { ...wish, status: { name: 'waived', by } };
    return { ...wish, status: was === 'done' ? { name: 'done', step: 0, how: '', isOld: true } : OPEN };
  });
}

/** Wishes that still count. */
export function stillWanted(wishes: readonly KeptWish[]): readonly KeptWish[] {
  return wishes.filter(({ status }) => status.name !== 'waived');
}

const CLAIM =
  /\bwish(?:es)?\s+((?:#?\d{1,2}(?:\s*(?:,|and|&)\s*)?)+)\s*(?:is|are|:|-)?\s*(done|impossible)\b[\s:,–-]*([^;\n]*)/gi;

/** Adds the claims in a note to the earlier ones: "wish 2 done", "wishes 1 and 3 impossible: the page is gone". */
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
