/** The events of `state/orders.jsonl` (design, section 10): only the orders; their due times are in the inbox. */
import { z } from 'zod';
import { orderSchema } from './order.ts';

const ranSchema = z.object({
  /** When it was due and when it ended, milliseconds since 1970. */
  due: z.number(),
  at: z.number(),
  /** null: no run, or it never began. */
  run: z.string().nullable(),
  outcome: z.enum([
    'verified',
    'unverified',
    'failed',
    'stopped',
    'interrupted',
    'told',
    'parked',
    'skipped',
    'missed',
    'put off',
  ]),
  /** null: no price is known. */
  cost_usd: z.number().nullable(),
});
/** One time of an order, with its result. */
export type Ran = Readonly<z.infer<typeof ranSchema>>;

/** Counters of an order when the file was rewritten. */
const countedSchema = z.object({
  failures: z.number().int(),
  last: ranSchema.nullable(),
  /** `2026-11` in the order's zone. */
  month: z.string(),
  month_usd: z.number(),
  /** Its newest times, for the daily note. */
  ran: z.array(ranSchema),
});
export type Counted = Readonly<z.infer<typeof countedSchema>>;

const PAUSES = ['person', 'failures', 'month'] as const;
/** Why an order is paused: by somebody, after three failures in a row, or because its monthly limit is reached. */
export type PauseReason = (typeof PAUSES)[number];

export const orderEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('order.set'),
    order: orderSchema,
    counted: countedSchema.optional(),
    paused: z.enum(PAUSES).optional(),
  }),
  z.object({
    type: z.literal('order.changed'),
    id: z.string(),
    /** The order from now on, as a new revision and not paused. */
    order: orderSchema.optional(),
    /** A time of it ended with a result. */
    ran: ranSchema.optional(),
  }),
  z.object({ type: z.literal('order.paused'), id: z.string(), why: z.enum(PAUSES) }),
  /** A program called, and the time of it is in the inbox: by its own name for this call it counts once. */
  z.object({ type: z.literal('trigger.received'), order: z.string(), call: z.string(), due: z.number() }),
  z.object({ type: z.literal('order.ended'), id: z.string(), why: z.enum(['deleted', 'done', 'over', 'access']) }),
]);
export type OrderEvent = z.infer<typeof orderEventSchema>;
export type EndReason = Extract<OrderEvent, { readonly type: 'order.ended' }>['why'];
