/** The events of how a run begins and is laid out: its goal, its scope, how hard it is. */
import { z } from 'zod';
import { actionSchema } from '../action/schema.ts';
import { leftWishSchema } from '../ledger/wish.ts';
import { scopeSchema } from '../safety/scope.ts';
import { COMPLEXITIES } from './effort.ts';
import { usage } from './event-fields.ts';
import { leftPlanSchema, ROLES } from './plan-events.ts';

const thread = z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() });
const sender = z.object({ id: z.string(), name: z.string(), language: z.string() });

/** What runs of one kind of goal said about a model when it was chosen. */
const evidence = { model: z.string(), runs: z.number(), checked: z.number(), usd: z.number().nullable() };

export const BEGIN_EVENTS = [
  z.object({
    type: z.literal('run.created'),
    run: z.string(),
    goal: z.string(),
    thread,
    sender,
    /** The inbound message that this run came from, by which a command is recognised after a restart. */
    command: z.string(),
    skill: z.string().nullable(),
    params: z.record(z.string(), z.string()),
    model: z.string(),
    /** The earlier run that this one continues, with the state taken over. */
    continues: z
      .object({
        run: z.string(),
        notes: z.array(z.string()),
        performed: z.array(z.object({ action: actionSchema, ok: z.boolean() })),
        wishes: z.array(leftWishSchema).optional(),
        plan: leftPlanSchema.optional(),
      })
      .optional(),
    /** False: the person did not want it recorded. */
    recorded: z.boolean().optional(),
    /** Whether a program asked for the run, so that its goal is not in the person's words. */
    by_program: z.boolean().optional(),
    /** The other program that asked, by its token's name. */
    caller: z.string().optional(),
    /** Values that the program sent for the names in the goal: data. */
    values: z.record(z.string(), z.string()).optional(),
    /** Only for a part of a plan: the plan's run, and what the part has to know. */
    part: z
      .object({
        of: z.string(),
        index: z.number(),
        total: z.number(),
        check: z.string(),
        context: z.string(),
        /** Absent in journals of before: it acts, on the desktop. */
        role: z.enum(ROLES).optional(),
        desktop: z.boolean().optional(),
        /** From 1; absent the first time. */
        attempt: z.number().optional(),
      })
      .optional(),
  }),
  z.object({
    type: z.literal('run.started'),
    desktop: z.string(),
    /** How hard the goal is; absent when no model decides. The other fields belong to the call that classified it, if there was one. */
    intent: z.object({ kind: z.enum(COMPLEXITIES), by: z.enum(['rules', 'model', 'skill']) }).optional(),
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
  /** The scope as it is put to the person. */
  z.object({ type: z.literal('scope.asked'), scope: scopeSchema }),
  /** `by`: who granted it, or `rule` where the goal itself names its one target. */
  z.object({ type: z.literal('scope.granted'), scope: scopeSchema, by: z.string() }),
  z.object({ type: z.literal('scope.revoked'), by: z.string() }),
  z.object({
    type: z.literal('mind.changed'),
    /** Cause of the change: the soft budget in steps or tokens is used up, or the first model got nowhere. */
    why: z.enum(['steps', 'tokens', 'stuck', 'not done']),
    intent: z.enum(COMPLEXITIES).optional(),
    tier: z.enum(['main', 'fast', 'strong']),
    effort: z.enum(['low', 'medium', 'high']).nullable(),
  }),
] as const;
