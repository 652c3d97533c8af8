/** What appeared during a run without an act of it, and how it was handled. Pure. */
import { z } from 'zod';

/**
 * `window`: a new one. `count`: a higher number in a title, such as unread mails. `page`: another one in the same window. `file`: changed by somebody
 * else. `closed`: the window that was worked in.
 */
const found = { kind: z.enum(['window', 'count', 'page', 'file', 'closed']), what: z.string() };
const foundSchema = z.object(found);
export type FoundArrival = z.infer<typeof foundSchema>;

export const arrivalNoted = z.object({
  type: z.literal('arrival.noted'),
  arrival: z.number(),
  iteration: z.number(),
  ...found,
});

export interface Arrival extends FoundArrival {
  /** Counted from 1. */
  readonly id: number;
  /** The step before which it was seen. */
  readonly step: number;
  /** null: the model has said nothing about it yet. `unsaid`: it never did. */
  readonly settled: { readonly how: 'ignored' | 'asked' | 'acted' | 'unsaid'; readonly why: string } | null;
}

/** Number of replies after which an arrival without a word counts as unsaid. */
const REPLIES = 3;
const MAX_WHY = 120;
const SETTLES =
  /\barrivals?\s+((?:#?\d{1,3}(?:\s*(?:,|and|&)\s*)?)+)\s*(?:is|are|was|were|:|-)?\s*(ignored|asked|acted)\b[\s:,–-]*([^;\n]*)/gi;

/** Applies what a reply's note says about arrivals: "arrival 2 ignored: no part of the goal". */
export function settleArrivals(
  arrivals: readonly Arrival[],
  note: string | null,
  iteration: number,
): readonly Arrival[] {
  const said = new Map<number, NonNullable<Arrival['settled']>>();
  for (const [, ids = '', word = '', why = ''] of (note ?? '').matchAll(SETTLES)) {
    const how = word.toLowerCase() === 'asked' ? 'asked' : word.toLowerCase() === 'acted' ? 'acted' : 'ignored';
    for (const id of ids.match(/\d+/g) ?? []) said.set(Number(id), { how, why: why.trim().slice(0, MAX_WHY) });
  }
  return arrivals.map((one) => {
    const settled = said.get(one.id) ?? null;
    if (settled !== null) return { ...one, settled };
    const isLate = one.settled === null && iteration >= one.step + REPLIES;
    return isLate ? { ...one, settled: { how: 'unsaid', why: '' } } : one;
  });
}
