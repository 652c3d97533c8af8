/** The events of a plan: made, agreed, each part begun and ended. A part's result is small and typed. */
import { z } from 'zod';
import { said, usage } from './event-fields.ts';
import { OUTCOMES } from './outcome.ts';

/** Roles of a plan's parts: only `act` changes anything. */
export const ROLES = ['look', 'act', 'verify', 'research'] as const;
export type Role = (typeof ROLES)[number];

const MAX_SUMMARY = 300;
const MOST_FILES = 20;
const MOST_FACTS = 20;

/** The result of a part, which is all that later parts are told. */
export const partResultSchema = z.object({
  done: z.boolean(),
  summary: z.string().max(MAX_SUMMARY),
  files: z.array(z.string().max(4096)).max(MOST_FILES),
  facts: z.record(z.string().max(80), z.string().max(MAX_SUMMARY)),
});
export type PartResult = z.infer<typeof partResultSchema>;

export const RESULT_LIMITS = { summary: MAX_SUMMARY, files: MOST_FILES, facts: MOST_FACTS } as const;

const planned = { goal: z.string(), check: z.string(), needs: z.array(z.number()) };

/** Absent in journals of before: it acts, on the desktop. */
const kind = { role: z.enum(ROLES).optional(), desktop: z.boolean().optional() };

/** `number` stays the same when the plan is made anew. */
const agreedPartSchema = z.object({ number: z.number(), ...planned, ...kind });
export type AgreedPart = z.infer<typeof agreedPartSchema>;

/** What a resumed run takes over of its plan. */
export const leftPlanSchema = z.object({
  parts: z.array(agreedPartSchema),
  done: z.array(z.object({ part: z.number(), checked: z.boolean(), result: partResultSchema })),
  /** Parts that were under way, with their known acts. */
  cut: z.array(z.object({ part: z.number(), did: z.string() })),
});
export type LeftPlan = z.infer<typeof leftPlanSchema>;

export const PLAN_EVENTS = [
  z.object({
    type: z.literal('plan.made'),
    /** Empty when the answer was not usable. */
    parts: z.array(z.object({ ...planned, ...kind })),
    model: z.string(),
    usage,
    cost_usd: z.number().nullable(),
  }),
  /** `by`: who approved the plan, or `deskhand` when it was made anew after a failed part. */
  z.object({ type: z.literal('plan.agreed'), parts: z.array(agreedPartSchema), by: z.string() }),
  /** `run`: the part's own, with its events. `attempt`: from 1. */
  z.object({ type: z.literal('part.begun'), part: z.number(), attempt: z.number(), run: z.string() }),
  z.object({
    type: z.literal('part.ended'),
    part: z.number(),
    attempt: z.number(),
    run: z.string(),
    outcome: z.enum(OUTCOMES),
    result: partResultSchema,
    /** Why it was not done; its summary is that in English. */
    said,
  }),
  /** The person goes on without this part. */
  z.object({ type: z.literal('part.skipped'), part: z.number(), by: z.string() }),
] as const;
