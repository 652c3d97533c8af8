/** A standing order: what is wanted, when, for whom, and within which bounds. */
import { z } from 'zod';
import { scopeSchema } from '../safety/scope.ts';
import { whenSchema } from './when.ts';

const doingSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('run'), goal: z.string().min(1) }),
  z.object({ do: z.literal('remind'), text: z.string().min(1) }),
  /** Of a watch: says that it has come. */
  z.object({ do: z.literal('tell') }),
  /** What the orders of this person did since the last one. */
  z.object({ do: z.literal('daily note') }),
]);
/** What is done when it is due. */
export type Doing = Readonly<z.infer<typeof doingSchema>>;

const termsSchema = z.object({
  /** When it could not come on time: once as soon as it can, not at all, or as the person then says. */
  missed: z.enum(['run', 'skip', 'ask']),
  /** When the run needs a yes: it ends and its card stays, or this time is left out, or it counts as failed. */
  yes: z.enum(['park', 'skip', 'fail']),
  /** Where it is told: where it was ordered, to its maker alone, or to all of their chats. */
  tell: z.enum(['here', 'me', 'all']),
  /** From here on it says that it is late. */
  lateMs: z.number().int().positive(),
  /** Of a run; left out where the settings hold. */
  steps: z.number().int().positive().optional(),
  timeMs: z.number().int().positive().optional(),
  runUsd: z.number().positive().optional(),
  /** Of all its runs in a calendar month. */
  monthUsd: z.number().positive().optional(),
});
export type Terms = Readonly<z.infer<typeof termsSchema>>;

export const USUAL_TERMS: Terms = { missed: 'run', yes: 'park', tell: 'here', lateMs: 10 * 60_000 };

export const orderSchema = z.object({
  /** Counted up, never used again. */
  id: z.string(),
  /** Counts what its maker changed; each begins its times anew. */
  revision: z.number().int().positive(),
  when: whenSchema,
  /** IANA name. */
  zone: z.string(),
  doing: doingSchema,
  terms: termsSchema,
  /** What its maker granted; null: each step asks. */
  scope: scopeSchema.nullable(),
  thread: z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() }),
  sender: z.object({ id: z.string(), name: z.string(), language: z.string() }),
  /** Times up to here are none of its own, milliseconds since 1970. */
  since: z.number().int(),
});
export type Order = Readonly<z.infer<typeof orderSchema>>;

/** What a maker writes; the rest is given. */
export type OrderText = Pick<Order, 'when' | 'zone' | 'doing' | 'terms' | 'scope' | 'thread' | 'sender'>;

/** What is wanted, in the words of its maker; '' where that goes without saying. */
export function wordsOf(doing: Doing): string {
  if (doing.do === 'run') return doing.goal;
  return doing.do === 'remind' ? doing.text : '';
}
