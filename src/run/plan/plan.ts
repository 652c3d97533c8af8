/** The plan of a complex goal: how the stronger model is asked for it. */
import type { JsonObject } from '../../action/json-object.ts';
import { ROLES, type Role } from '../../journal/plan-events.ts';
import { fence } from '../../words/untrusted.ts';
import { SCOPE_FORM, SCOPE_RULES, SCOPE_SCHEMA } from './scope-answer.ts';

/** One part of a goal, done as a run of its own. */
export interface PlannedPart {
  readonly goal: string;
  /** Condition that holds when the part is done. */
  readonly check: string;
  /** Numbers of the parts that must end first, because this one needs their result or their changes. */
  readonly needs: readonly number[];
  readonly role: Role;
  /** Whether it uses the screen, which belongs to one part at a time. */
  readonly desktop: boolean;
}

/** Part 1 is the first. */
export type Plan = readonly PlannedPart[];

export const LEAST_PARTS = 3;
export const MOST_PARTS = 7;

/** Frozen: the same bytes for every question. */
export const PLAN_SYSTEM = `You split what a person asks of their computer into ${LEAST_PARTS} to ${MOST_PARTS} parts. Each is done by a worker of its own who knows only the one part it is given; parts that do not need each other are done side by side.
Answer with exactly one JSON object and nothing around it: {"parts": [{"goal": string, "check": string, "needs": [numbers], "role": "look" | "act" | "verify" | "research", "desktop": true | false}], "scope": ${SCOPE_FORM}}
goal: what to do, complete in itself: it names files, addresses, names and texts as the person wrote them. check: what will be so when it is done, as something that can be seen on the screen or looked up on the computer. needs: the numbers of earlier parts that must be done before it, for what they find out or change; [] when it can begin at once.
role: look finds something out on this computer, research reads pages, verify checks what earlier parts did, act changes something; only act may change anything. desktop: true only for act, and only when it must see or work the screen; false when commands, files, fetch and tools are enough. The screen belongs to one part at a time: each part with desktop true needs the one with desktop true before it. So do two parts that change the same file.
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
          role: { type: 'string', enum: ROLES },
          desktop: { type: 'boolean' },
        },
        required: ['goal', 'check', 'needs', 'role', 'desktop'],
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
  /** Progress of the plan when a part could not be done; null otherwise. */
  readonly soFar?: PlanSoFar | null;
}

export interface PlanSoFar {
  /** A line for each part that is done, with its number. */
  readonly done: readonly { readonly number: number; readonly line: string }[];
  /** The part that failed twice, and why. */
  readonly failed: string;
  /** The number of the first new part. */
  readonly first: number;
}

/** `fault`: why the answer before was not usable; ''. */
export function renderPlanText({ goal, before, soFar = null }: PlanQuestion, fault = ''): string {
  return [
    `The person asks: ${goal}`,
    ...(before === null
      ? []
      : [
          'The plan was:',
          ...before.plan.map((part, index) => `${index + 1}. ${part.goal}`),
          `The person says about it: ${before.changes}`,
        ]),
    ...(soFar === null ? [] : renderSoFar(soFar)),
    ...(fault === '' ? [] : [`Your last plan was not usable: ${fault}.`]),
  ].join('\n');
}

function renderSoFar({ done, failed, first }: PlanSoFar): readonly string[] {
  const last = first + MOST_PARTS - 1;
  return [
    'Part of it is done, and one part could not be done. Plan only what is left, another way; 1 part may be enough.',
    ...(done.length === 0 ? [] : [fence('parts that are done', done.map(({ line }) => line).join('\n'))]),
    fence('the part that failed', failed),
    `Your first part is number ${first}, the next ${first + 1}, up to ${last}; needs may also name the parts that are done.`,
  ];
}
