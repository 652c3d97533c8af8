/** The events of a run, as they stand in its journal (design, section 6): past tense, JSON, parsed again with zod when read. */
import { z } from 'zod';
import { actionSchema } from '../action/schema.ts';
import { RISKS } from '../safety/risk.ts';
import { scopeSchema } from '../safety/scope/scope.ts';
import { textSchema } from '../words/text-schema.ts';
import { INTENTS } from './effort.ts';
import { OUTCOME_REASONS, OUTCOMES } from './outcome.ts';
import { WISH_EVENTS } from './wish-events.ts';

export type { Outcome, OutcomeKind, OutcomeReason } from './outcome.ts';

const thread = z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() });
const sender = z.object({ id: z.string(), name: z.string(), language: z.string() });
const usage = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() });
const effect = z.enum(['changed', 'unchanged', 'unknown']);

/** The event's sentence as a text, where it is more than the string beside it: see said.ts. One that cannot be read leaves that string. */
const said = textSchema.optional().catch(undefined);

const outcomeFields = {
  outcome: z.enum(OUTCOMES),
  reason: z.enum(OUTCOME_REASONS),
  /** For the person: what happened, what was done, what they can do. */
  message: z.string(),
  said,
  score: z.number().nullable(),
};

/** `step` ties risk, question, intent and result of one action together: "iteration.index", index 0 for the action, 1–3 for follow-ups. */
const step = z.string();

/** What an action points at, by its name in that look; absent when nothing is listed there. */
const element = z.object({ number: z.number(), role: z.string(), name: z.string() }).optional();

/** What runs of one kind of goal said about a model when it was chosen. */
const evidence = { model: z.string(), runs: z.number(), checked: z.number(), usd: z.number().nullable() };

const place = z.object({ x: z.number(), y: z.number() });

/** Where an act pointed. */
const pointing = {
  element,
  /** 0–1000; absent when it points nowhere. */
  point: place.optional(),
  /** Where in the element, as shares of its size; absent when the element itself was named. */
  within: place.optional(),
  /** The window in front, 0–1000; only beside a point where no element is known. */
  window_box: place.extend({ width: z.number(), height: z.number() }).optional(),
};

const judged = { risk: z.enum(RISKS), reason: z.string(), said, rule: z.string(), confined: z.boolean().optional() };

/** A typed check: what was checked and what was found, in English and as texts. */
const checked = z.object({
  check: z.string(),
  passed: z.boolean(),
  text: z.string(),
  said: z.object({ check: textSchema, text: textSchema }).optional().catch(undefined),
});

const eventSchemas = [
  z.object({
    type: z.literal('run.created'),
    run: z.string(),
    goal: z.string(),
    thread,
    sender,
    /** The inbound message this run came from: dedupes a command across restarts. */
    command: z.string(),
    skill: z.string().nullable(),
    params: z.record(z.string(), z.string()),
    model: z.string(),
    /** The earlier run it goes on from, with what it takes over of that one's state. */
    continues: z
      .object({
        run: z.string(),
        notes: z.array(z.string()),
        performed: z.array(z.object({ action: actionSchema, ok: z.boolean() })),
      })
      .optional(),
    /** False: the person did not want it recorded. */
    recorded: z.boolean().optional(),
    /** A program asked for it: its goal is not in the person's words. */
    by_program: z.boolean().optional(),
    /** The other program that asked, by its token's name. */
    caller: z.string().optional(),
    /** What a program sent with the call that asked for it, by the names in the goal: data. */
    values: z.record(z.string(), z.string()).optional(),
    /** Set when this is one part of a plan: of which run, and what it is to know. */
    part: z
      .object({ of: z.string(), index: z.number(), total: z.number(), check: z.string(), context: z.string() })
      .optional(),
  }),
  z.object({
    type: z.literal('run.started'),
    desktop: z.string(),
    /** How hard the goal is; absent when no model decides. The rest is of the call that told, when one was needed. */
    intent: z.object({ kind: z.enum(INTENTS), by: z.enum(['rules', 'model', 'skill']) }).optional(),
    /** The model that begins in place of the usual one, and what earlier runs said; absent: the usual one begins. */
    learned: z
      .object({
        tier: z.enum(['main', 'fast', 'strong']),
        because: z.enum(['cheaper', 'fails']),
        ...evidence,
        instead: z.object(evidence),
      })
      .optional(),
    model: z.string().optional(),
    usage: usage.optional(),
    cost_usd: z.number().nullable().optional(),
  }),
  /** Where ordinary work would need no further yes, as it is put to the person. */
  z.object({ type: z.literal('scope.asked'), scope: scopeSchema }),
  /** `by`: who granted it, or `rule` where the goal itself names its one target. */
  z.object({ type: z.literal('scope.granted'), scope: scopeSchema, by: z.string() }),
  z.object({ type: z.literal('scope.revoked'), by: z.string() }),
  /** `description`: stands for the tool as its server described it. */
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
    ms: z.number(),
  }),
  ...WISH_EVENTS,
  z.object({
    type: z.literal('mind.changed'),
    /** Cause of the change: the soft budget in steps or tokens is used up, or the first model got nowhere. */
    why: z.enum(['steps', 'tokens', 'stuck', 'not done']),
    intent: z.enum(INTENTS).optional(),
    tier: z.enum(['main', 'fast', 'strong']),
    effort: z.enum(['low', 'medium', 'high']).nullable(),
  }),
  z.object({
    type: z.literal('plan.made'),
    /** Empty when the answer was not usable. */
    parts: z.array(z.object({ goal: z.string(), check: z.string(), needs: z.array(z.number()) })),
    model: z.string(),
    usage,
    cost_usd: z.number().nullable(),
  }),
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
    /** The id that was asked, where another one said that it answered. */
    asked: z.string().optional(),
    /** Who decided; absent in journals of before, where the `model` of a playbook is `playbook`. */
    by: z.enum(['model', 'playbook']).optional(),
    screen: z.string(),
    intent: z.string(),
    said,
    action: actionSchema,
    follow_ups: z.array(actionSchema),
    note: z.string().nullable(),
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
  /** A call that was given up halfway, by a stop or because the screen had changed: what it had taken by then. */
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
    /** Where a drag began. */
    from: z.object(pointing).optional(),
    /** The application that was in front. */
    app: z.string().optional(),
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
    /** Share of the screen that is different from the run's first look, 0–1. */
    changed: z.number().optional(),
    /** Who was asked; absent when nobody was. */
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
