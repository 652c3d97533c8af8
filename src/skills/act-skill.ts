/** One action that another program asks for, as a playbook with a single step, so that it takes the path of every run. */
import { z } from 'zod';
import { describeAction } from '../action/describe.ts';
import { traitsOf } from '../action/kinds.ts';
import { parseAction } from '../action/schema.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { english } from '../words/speak.ts';
import { type PlaybookStep, parsePlaybook } from './playbook.ts';
import type { Skill } from './skill.ts';

const MAX_NAME = 48;
const namedTarget = z.object({ role: z.string(), name: z.string(), x: z.number(), y: z.number() });

/** Why another program cannot ask for it alone, in English for that program; null where it can. */
function whyNotAlone(action: string): string | null {
  const { notAlone, holds, input } = traitsOf({ action });
  if (notAlone === 'in-run') return 'it is only for a run';
  if (notAlone === 'told-by-look') return 'look and screenshot are tools of their own, and look lists the elements';
  if (holds === undefined) return null;
  return `nothing stays pressed between two acts; use ${input === 'pointer' ? 'drag' : 'key or hold_key'}`;
}

export type ReadAct =
  | { readonly ok: true; readonly skill: Skill /** In English, for people. */; readonly goal: string }
  /** For the program that asked, in English. */
  | { readonly ok: false; readonly fault: string };

/** `json`: an action whose targets are told by role and name. */
export function readAct(json: string): ReadAct {
  const parsed = parsePlaybook(`[${json}]`);
  if (!parsed.ok) return { ok: false, fault: english(parsed.reason) };
  const [step] = parsed.steps;
  if (step === undefined || parsed.steps.length > 1) return { ok: false, fault: 'one action is an object of its own' };
  const why = whyNotAlone(step.action.trim().toLowerCase());
  if (why !== null) return { ok: false, fault: `${step.action} is no act of its own: ${why}` };
  const name = 'One act';
  const skill: Skill = {
    name,
    description: name,
    triggers: [],
    steps: '',
    playbook: [step],
    expect: [],
    permissions: null,
    maxIterations: 12,
    platforms: null,
    source: 'shipped',
  };
  return { ok: true, skill, goal: `${name}: ${describeStep(step)}` };
}

/** Describes a step; places stand for names that only a look could find, and the names are listed beside them. */
function describeStep(step: PlaybookStep): string {
  const plain: Record<string, unknown> = { ...step };
  const names: string[] = [];
  for (const key of ['target', 'from', 'to', 'element']) {
    const named = namedTarget.safeParse(step[key]);
    if (!named.success) continue;
    names.push(shorten(oneLine(named.data.name), MAX_NAME));
    plain[key] = key === 'element' ? 1 : { x: named.data.x, y: named.data.y };
  }
  const parsed = parseAction(plain);
  if (!parsed.ok) return step.action;
  const told = english(describeAction(parsed.action, () => names[0] ?? 'an element'));
  return names.length === 0 || 'element' in parsed.action
    ? told
    : `${told} (${names.map((name) => `“${name}”`).join(' → ')})`;
}

/** The texts in it, which are the caller's. */
export function textsOf(json: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') found[key] = value;
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) walk(one, `${key}.${inner}`);
  };
  walk(JSON.parse(json), 'act');
  return found;
}
