/** The plan of a complex goal: how the stronger model is asked for it, and what is read from its answer. */
import { z } from 'zod';
import { type JsonObject, parseJsonObject } from '../../action/json-object.ts';
import type { Scope } from '../../safety/scope/scope.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { SCOPE_FORM, SCOPE_RULES, SCOPE_SCHEMA, scopeAnswerSchema } from './scope-answer.ts';

/** One part of a goal, done as a run of its own. */
export interface PlannedPart {
  readonly goal: string;
  /** Condition that holds when the part is done. */
  readonly check: string;
  /** Earlier parts, counted from 1, whose result it must know. */
  readonly needs: readonly number[];
}

export type Plan = readonly PlannedPart[];

const LEAST_PARTS = 3;
const MOST_PARTS = 7;
const MAX_GOAL = 600;
const MAX_CHECK = 300;

/** Frozen: the same bytes for every question. */
export const PLAN_SYSTEM = `You split what a person asks of their computer into ${LEAST_PARTS} to ${MOST_PARTS} parts. They are done one after the other by a worker who sees the screen, and who knows only the one part it is given.
Answer with exactly one JSON object and nothing around it: {"parts": [{"goal": string, "check": string, "needs": [numbers]}], "scope": ${SCOPE_FORM}}
goal: what to do, complete in itself: it names files, addresses, names and texts as the person wrote them. check: what will be so when it is done, as something that can be seen on the screen or looked up on the computer. needs: the numbers of earlier parts whose result it must know, [] when it needs none.
Together the parts do what was asked, and nothing more. What the person wants changed in an earlier plan comes first.
${SCOPE_RULES}`;

/** JSON Schema of the answer; no optional parameter, no union. */
export const PLAN_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          goal: { type: 'string' },
          check: { type: 'string' },
          needs: { type: 'array', items: { type: 'integer' } },
        },
        required: ['goal', 'check', 'needs'],
        additionalProperties: false,
      },
    },
    scope: SCOPE_SCHEMA,
  },
  required: ['parts', 'scope'],
  additionalProperties: false,
};

export interface PlanQuestion {
  readonly goal: string;
  /** The plan the person was shown before, and what they want changed; null the first time. */
  readonly before: { readonly plan: Plan; readonly changes: string } | null;
}

export function renderPlanText({ goal, before }: PlanQuestion): string {
  if (before === null) return `The person asks: ${goal}`;
  const parts = before.plan.map((part, index) => `${index + 1}. ${part.goal}`);
  return [`The person asks: ${goal}`, 'The plan was:', ...parts, `The person says about it: ${before.changes}`].join(
    '\n',
  );
}

const planSchema = z.object({
  parts: z
    .array(
      z.object({
        goal: z.string().trim().min(1),
        check: z.string().trim().default(''),
        needs: z.array(z.number()).default([]),
      }),
    )
    .min(LEAST_PARTS)
    .max(MOST_PARTS),
  scope: scopeAnswerSchema,
});

export interface MadePlan {
  readonly plan: Plan;
  /** As the model has it; null where it names none, or nothing that can be read. */
  readonly scope: Scope | null;
}

/** null: not usable. Never throws. */
export function parsePlan(text: string): MadePlan | null {
  const parsed = parseJsonObject(text);
  const answer = parsed.ok ? planSchema.safeParse(parsed.value) : null;
  if (!answer?.success) return null;
  const plan = answer.data.parts.map(({ goal, check, needs }, index) => ({
    goal: shorten(goal, MAX_GOAL),
    check: shorten(oneLine(check), MAX_CHECK),
    needs: [...new Set(needs)].filter((number) => Number.isInteger(number) && number >= 1 && number <= index).sort(),
  }));
  return { plan, scope: answer.data.scope };
}
