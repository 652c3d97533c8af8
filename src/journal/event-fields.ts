/** Fields that several events of a run share. */
import { z } from 'zod';
import { RISKS } from '../safety/risk.ts';
import { textSchema } from '../words/text-schema.ts';
import { OUTCOME_REASONS, OUTCOMES } from './outcome.ts';

export const usage = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() });
export const effect = z.enum(['changed', 'unchanged', 'unknown']);

/** The event's sentence as a text, when it is more than the string beside it: see said.ts. If it cannot be read, the string is used. */
export const said = textSchema.optional().catch(undefined);

export const outcomeFields = {
  outcome: z.enum(OUTCOMES),
  reason: z.enum(OUTCOME_REASONS),
  /** For the person: what happened, what was done, what they can do. */
  message: z.string(),
  said,
  score: z.number().nullable(),
};

/** `step` ties risk, question, intent and result of one action together: "iteration.index", index 0 for the action, 1–3 for follow-ups. */
export const step = z.string();

/** Name of an action's target in that look; absent when no element is listed there. */
export const element = z.object({ number: z.number(), role: z.string(), name: z.string() }).optional();

const place = z.object({ x: z.number(), y: z.number() });

/** Where an act pointed. */
export const pointing = {
  element,
  /** 0–1000; absent when it points nowhere. */
  point: place.optional(),
  /** Position within the element, as shares of its size; absent when the action named the element by its number. */
  within: place.optional(),
  /** Names of its neighbours; absent when the element has a name of its own. */
  near: z.array(z.string()).optional(),
  /** The window in front, 0–1000; only with a point that lies on no known element. */
  window_box: place.extend({ width: z.number(), height: z.number() }).optional(),
};

export const judged = {
  risk: z.enum(RISKS),
  reason: z.string(),
  said,
  rule: z.string(),
  confined: z.boolean().optional(),
};

/** Of a command that was run, beside `text`, which is all of it for the model. One that cannot be read leaves that. */
export const command = z
  .object({
    /** null when it was ended from outside. */
    exit_code: z.number().nullable(),
    /** The time limit at which it was ended. */
    ended_after_s: z.number().optional(),
    /** Characters left out of the middle of its output, where the text says so. */
    left_out: z.number().optional(),
    /**
     * Half sentences that stand below the output in the text, those of one line together. `for_model`: nothing that a person need know.
     * `obstacle`: the command may have failed for it.
     */
    notes: z.array(
      z.array(z.object({ text: textSchema, for_model: z.boolean().optional(), obstacle: z.boolean().optional() })),
    ),
  })
  .optional()
  .catch(undefined);

/** A typed check: what was checked and what was found, in English and as texts. */
export const checked = z.object({
  check: z.string(),
  passed: z.boolean(),
  text: z.string(),
  said: z.object({ check: textSchema, text: textSchema }).optional().catch(undefined),
});
