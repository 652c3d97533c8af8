/** When an order is due: at a moment, by the calendar, every so often, when something shows, or when something calls. */
import { z } from 'zod';
import { watchSchema } from './watch-schema.ts';

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

const calendarSchema = z.object({
  kind: z.literal('calendar'),
  /** Wall times, sorted, each once: `08:00`. */
  times: z.array(time).min(1).max(24),
  /** 0 is Sunday. Left out: every day. */
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).optional(),
  /** `last`: the last day of each month. A month without that day is left out. */
  monthdays: z
    .array(z.union([z.number().int().min(1).max(31), z.literal('last')]))
    .min(1)
    .optional(),
  /** 1 is January. Left out: every month. */
  months: z.array(z.number().int().min(1).max(12)).min(1).optional(),
});
/** Times of a wall clock, in the order's zone. */
export type Calendar = Readonly<z.infer<typeof calendarSchema>>;

export const whenSchema = z.discriminatedUnion('kind', [
  /** Milliseconds since 1970. */
  z.object({ kind: z.literal('once'), at: z.number().int() }),
  calendarSchema,
  /** Elapsed time: `ms` after `from`, and so on, whatever the wall clock shows. */
  z.object({ kind: z.literal('every'), ms: z.number().int().positive(), from: z.number().int() }),
  z.object({ kind: z.literal('watch'), watch: watchSchema, until: z.number().int() }),
  /** `fields`: values that a call must have, by the names in the goal. */
  z.object({ kind: z.literal('trigger'), name: z.string(), fields: z.array(z.string()) }),
]);
export type When = Readonly<z.infer<typeof whenSchema>>;

/** Shorter intervals would report more than anybody could follow. */
export const SHORTEST_INTERVAL_MS = 60_000;
