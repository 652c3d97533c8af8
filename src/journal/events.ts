/** The events of a run, as they stand in its journal (design, section 6): past tense, JSON, parsed again with zod when read. */
import { z } from 'zod';
import { actionSchema } from '../action/schema.ts';
import { arrivalNoted } from './arrivals.ts';
import { BEGIN_EVENTS } from './begin-events.ts';
import {
  checked,
  command,
  effect,
  element,
  judged,
  outcomeFields,
  pointing,
  said,
  step,
  usage,
} from './event-fields.ts';
import { healedSchema } from './healed.ts';
import { PLAN_EVENTS } from './plan-events.ts';
import { scopeCompared } from './scope-compared.ts';
import { WISH_EVENTS } from './wish-events.ts';

export type { Outcome, OutcomeKind, OutcomeReason } from './outcome.ts';

const eventSchemas = [
  ...BEGIN_EVENTS,
  ...PLAN_EVENTS,
  /** `description`: a hash of the tool's description by its server. */
  z.object({
    type: z.literal('tool.called'),
    step,
    server: z.string(),
    tool: z.string(),
    description: z.string(),
  }),
  z.object({
    type: z.literal('tool.answered'),
    step,
    ok: z.boolean(),
    characters: z.number(),
    /** Shown to the model. */
    pictures: z.number().optional(),
    ms: z.number(),
  }),
  ...WISH_EVENTS,
  scopeCompared,
  arrivalNoted,
  z.object({
    type: z.literal('observation.taken'),
    iteration: z.number(),
    frame: z.string().nullable(),
    app: z.string(),
    window: z.string(),
    width: z.number(),
    height: z.number(),
    elements: z.number(),
    note: z.string(),
    said,
    /** The act before has changed the screen after all, later than was waited for. */
    answered_late: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('reply.received'),
    iteration: z.number(),
    model: z.string(),
    /** Id of the model that was asked, when the answer names another one. */
    asked: z.string().optional(),
    /** What decided; absent in older journals, where the `model` of a playbook is `playbook`. */
    by: z.enum(['model', 'playbook']).optional(),
    screen: z.string(),
    intent: z.string(),
    said,
    action: actionSchema,
    follow_ups: z.array(actionSchema),
    note: z.string().nullable(),
    /** The playbook's step with its present targets, where they differ from the skill's. */
    healed: healedSchema.optional(),
    usage,
    cost_usd: z.number().nullable(),
    ms: z.number(),
  }),
  z.object({
    type: z.literal('reply.malformed'),
    iteration: z.number(),
    model: z.string(),
    reason: z.string(),
    said,
    text: z.string(),
    usage,
    cost_usd: z.number().nullable(),
  }),
  /** A call given up halfway, by a stop or because the screen had changed, with its cost until then. */
  z.object({ type: z.literal('call.cut'), model: z.string(), usage, cost_usd: z.number().nullable() }),
  z.object({
    type: z.literal('risk.judged'),
    step,
    action: actionSchema,
    element,
    ...judged,
    /** Model that took the second look; absent when none did. */
    model: z.string().optional(),
    usage: usage.optional(),
    cost_usd: z.number().nullable().optional(),
  }),
  z.object({
    type: z.literal('confirmation.asked'),
    step,
    confirmation: z.string(),
    action: actionSchema,
    ...judged,
    /** SHA-256 of everything the approval is bound to. */
    bound_to: z.string(),
    expires_at: z.string(),
  }),
  z.object({
    type: z.literal('confirmation.answered'),
    confirmation: z.string(),
    /** `explain`: a deny with a reason in `text`, as earlier versions wrote it. */
    answer: z.enum(['approve', 'this_run', 'always', 'countdown', 'deny', 'explain', 'stop', 'changed', 'restart']),
    by: z.string(),
    text: z.string(),
  }),
  z.object({ type: z.literal('confirmation.expired'), confirmation: z.string() }),
  z.object({
    type: z.literal('action.intended'),
    step,
    action: actionSchema,
    ...pointing,
    /** Start of a drag. */
    from: z.object(pointing).optional(),
    /** The application that was in front, and the host of the page in it. */
    app: z.string().optional(),
    site: z.string().optional(),
    by: z.enum(['model', 'person']),
    /** The yes that this act uses up. */
    confirmation: z.string().optional(),
  }),
  z.object({
    type: z.literal('action.performed'),
    step,
    ok: z.boolean(),
    text: z.string(),
    said,
    effect,
    ms: z.number(),
    command,
    /** A command that was tried where it can change nothing: it proves no effect. */
    confined: z.boolean().optional(),
  }),
  z.object({ type: z.literal('action.unknown'), step, why: z.string(), said }),
  z.object({
    type: z.literal('action.checked'),
    step,
    /** null: nobody could tell. */
    passed: z.boolean().nullable(),
    /** Of the fast model, 0–100; null when it was not asked. */
    score: z.number().nullable(),
    text: z.string(),
    said,
    checks: z.array(checked),
    /** Model of the call; absent when none was made. */
    model: z.string().optional(),
    usage: usage.optional(),
    cost_usd: z.number().nullable().optional(),
  }),
  z.object({ type: z.literal('hint.received'), by: z.string(), text: z.string() }),
  z.object({ type: z.literal('answer.received'), by: z.string(), text: z.string() }),
  z.object({ type: z.literal('run.paused'), why: z.string(), said }),
  z.object({ type: z.literal('run.resumed'), by: z.string() }),
  /** What a person did at the computer while the run was paused. Of keys only that there were any. */
  z.object({
    type: z.literal('person.acted'),
    did: z.enum(['click', 'keys', 'window']),
    app: z.string(),
    window: z.string(),
    element: z.object({ role: z.string(), name: z.string() }).optional(),
  }),
  z.object({ type: z.literal('budget.reached'), cap: z.string(), answer: z.enum(['extend', 'stop', 'expired']) }),
  z.object({
    type: z.literal('verification.done'),
    score: z.number().nullable(),
    passed: z.boolean(),
    text: z.string(),
    said,
    checks: z.array(checked),
    /** The picture that was judged. */
    frame: z.string().optional(),
    /** Number of wishes found open; absent without a ledger. */
    open: z.number().optional(),
    /** Share of the screen that is different from the run's first look, 0–1. */
    changed: z.number().optional(),
    /** Id of the model that was asked; absent when none was. */
    model: z.string().optional(),
    usage,
    cost_usd: z.number().nullable(),
  }),
  z.object({ type: z.literal('run.ended'), ...outcomeFields }),
  z.object({ type: z.literal('run.recovered'), ...outcomeFields }),
] as const;

export const runEventSchema = z.discriminatedUnion('type', [...eventSchemas]);

/** One thing that happened in a run. */
export type RunEvent = z.infer<typeof runEventSchema>;
