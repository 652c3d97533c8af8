/** The events of a run's ledger. */
import { z } from 'zod';
import { wishSchema } from '../ledger/wish.ts';
import { textSchema } from '../words/text-schema.ts';

export const WISH_EVENTS = [
  /** A wish of the goal, with its number; noted again under the same one when it was changed. `by`: `rule`, `model`, `hint`, or who said so. */
  z.object({ type: z.literal('wish.noted'), wish: z.number(), ...wishSchema.shape, by: z.string() }),
  z.object({
    type: z.literal('wish.evidenced'),
    wish: z.number(),
    found: z.enum(['done', 'open']),
    /** The iteration that it was found for. */
    step: z.number(),
    /** The finding, and its source. */
    text: z.string(),
    said: textSchema.optional().catch(undefined),
  }),
  z.object({ type: z.literal('wish.waived'), wish: z.number(), by: z.string() }),
] as const;
