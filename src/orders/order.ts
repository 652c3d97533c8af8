/** A standing order: what is wanted, when, for whom, and with which limits. */
import { z } from 'zod';
import { scopeSchema } from '../safety/scope.ts';
import { whenSchema } from './when.ts';

const doingSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('run'), goal: z.string().min(1) }),
  z.object({ do: z.literal('remind'), text: z.string().min(1) }),
  /** For a watch: tells that its condition holds. */
  z.object({ do: z.literal('tell') }),
  /** Tells what this person's orders did since the last note. */
  z.object({ do: z.literal('daily note') }),
]);
/** What happens when it is due. */
export type Doing = Readonly<z.infer<typeof doingSchema>>;

const termsSchema = z.object({
  /** Policy for a missed time: done once as soon as possible, skipped, or asked about. */
  missed: z.enum(['run', 'skip', 'ask']),
  /** Policy when the run needs an approval: it ends and its card stays, this time is skipped, or it counts as failed. */
  yes: z.enum(['park', 'skip', 'fail']),
  /** Where it reports: in its own thread, to its maker alone, or in all their chats. */
  tell: z.enum(['here', 'me', 'all']),
  /** Delay from which it reports being late. */
  lateMs: z.number().int().positive(),
  /** Limit of a run; left out when the settings' limit holds. */
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
  /** Increases with each change by its maker, after which the times start again. */
  revision: z.number().int().positive(),
  when: whenSchema,
  /** IANA name. */
  zone: z.string(),
  doing: doingSchema,
  terms: termsSchema,
  /** Scope granted by its maker; null: each step asks. */
  scope: scopeSchema.nullable(),
  thread: z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() }),
  sender: z.object({ id: z.string(), name: z.string(), language: z.string() }),
  /** Times up to here are none of its own, milliseconds since 1970. */
  since: z.number().int(),
});
export type Order = Readonly<z.infer<typeof orderSchema>>;

/** Fields that a maker chooses; the others are assigned. */
export type OrderText = Pick<Order, 'when' | 'zone' | 'doing' | 'terms' | 'scope' | 'thread' | 'sender'>;

/** Its maker's words; '' when there are none. */
export function wordsOf(doing: Doing): string {
  if (doing.do === 'run') return doing.goal;
  return doing.do === 'remind' ? doing.text : '';
}
