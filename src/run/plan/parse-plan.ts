/** Parses the model's plan: small, flat, and without cycles; otherwise says what is wrong with it. Pure. */
import { z } from 'zod';
import { parseJsonObject } from '../../action/json-object.ts';
import { ROLES } from '../../journal/plan-events.ts';
import type { Scope } from '../../safety/scope.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { english } from '../../words/speak.ts';
import { LEAST_PARTS, MOST_PARTS, type Plan, type PlannedPart, type PlanSoFar } from './plan.ts';
import { scopeAnswerSchema } from './scope-answer.ts';

const MAX_GOAL = 600;
const MAX_CHECK = 300;

const partSchema = z.object({
  goal: z.string().trim().min(1),
  check: z.string().trim().default(''),
  needs: z.array(z.number()).default([]),
  role: z.string().trim().toLowerCase().optional(),
  desktop: z.boolean().optional(),
});
const planSchema = z.object({ parts: z.array(partSchema), scope: scopeAnswerSchema });

export interface MadePlan {
  readonly plan: Plan;
  /** The scope that the model proposes; null when it gave none, or none that can be read. */
  readonly scope: Scope | null;
}

export type ParsedPlan =
  | { readonly ok: true; readonly made: MadePlan }
  /** `reason`: for the model. `mended`: a usable form of the plan; null when there is none. */
  | { readonly ok: false; readonly reason: string; readonly mended: MadePlan | null };

/** Never throws. With `soFar` the numbers go on after the parts that are done, and new parts may need those. */
export function parsePlan(text: string, soFar: Pick<PlanSoFar, 'done' | 'first'> | null = null): ParsedPlan {
  const refuse = (reason: string): ParsedPlan => ({ ok: false, reason, mended: null });
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return refuse(english(parsed.reason));
  const answer = planSchema.safeParse(parsed.value);
  if (!answer.success) return refuse('each part has a goal, a check, and needs as a list of numbers');
  const { parts, scope } = answer.data;
  const least = soFar === null ? LEAST_PARTS : 1;
  if (parts.length < least || parts.length > MOST_PARTS)
    return refuse(`it has ${parts.length} parts; ${least} to ${MOST_PARTS} are allowed`);
  const first = soFar?.first ?? 1;
  const done = (soFar?.done ?? []).map(({ number }) => number);
  const plan: PlannedPart[] = [];
  for (const [index, { goal, check, needs, role: named, desktop: wanted }] of parts.entries()) {
    const number = first + index;
    const role = named === undefined ? 'act' : ROLES.find((one) => one === named);
    if (role === undefined)
      return refuse(`part ${number} has the role "${shorten(named ?? '', 40)}"; there are ${ROLES.join(', ')}`);
    const desktop = wanted ?? named === undefined;
    if (desktop && role !== 'act')
      return refuse(`part ${number} only reads, and has desktop true: that is for act alone`);
    const isOld = named === undefined && wanted === undefined;
    const later = needs.find((need) => need >= number && need < first + parts.length);
    if (later !== undefined && !isOld)
      return refuse(
        later === number
          ? `part ${number} needs itself`
          : `part ${number} needs part ${later}, which comes after it: a part needs earlier parts only`,
      );
    const known = needs.filter(
      (need) => Number.isInteger(need) && ((need >= first && need < number) || done.includes(need)),
    );
    plan.push({
      goal: shorten(goal, MAX_GOAL),
      check: shorten(oneLine(check), MAX_CHECK),
      needs: [...new Set(known)].sort((one, other) => one - other),
      role,
      desktop,
    });
  }
  const hasRoles = parts.some(({ role, desktop }) => role !== undefined || desktop !== undefined);
  const unordered = hasRoles ? findUnordered(plan, first) : null;
  if (unordered === null) return { ok: true, made: { plan, scope } };
  const [one, other] = unordered;
  const reason = `parts ${one} and ${other} both have the desktop, and neither needs the other: part ${other} must need part ${one}`;
  // The scheduler runs parts with the desktop one after the other, in their order, in any case.
  return { ok: false, reason, mended: { plan, scope } };
}

/** Two parts with the desktop that could be begun at the same time; null when there are none. */
function findUnordered(plan: Plan, first: number): readonly [number, number] | null {
  const before = new Map<number, ReadonlySet<number>>();
  let last: number | null = null;
  for (const [index, { needs, desktop }] of plan.entries()) {
    const number = first + index;
    const all = new Set(needs.flatMap((need) => [need, ...(before.get(need) ?? [])]));
    before.set(number, all);
    if (!desktop) continue;
    if (last !== null && !all.has(last)) return [last, number];
    last = number;
  }
  return null;
}
