/** Steps a skill can take without a model: actions of the contract, whose targets may be told by role and name. */
import { z } from 'zod';
import { type ParsedAction, parseAction } from '../action/schema.ts';
import type { UiElement } from '../ports/desktop.ts';

/** One entry of a `## Playbook`: an action whose strings may hold `{{param}}`. */
export type PlaybookStep = Readonly<Record<string, unknown>> & { readonly action: string };

const namedTarget = z.object({
  role: z.string().optional(),
  name: z.string().optional(),
  x: z.number().min(0).max(1000).optional(),
  y: z.number().min(0).max(1000).optional(),
});

const stepSchema = z.record(z.string(), z.unknown()).and(z.object({ action: z.string() }));

export type PlaybookResult =
  | { readonly ok: true; readonly steps: readonly PlaybookStep[] }
  | { readonly ok: false; readonly reason: string };

/** Reads the fenced JSON list; every step must be an action once its parameters are filled in. */
export function parsePlaybook(json: string): PlaybookResult {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, reason: `the playbook is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const list = z.array(stepSchema).min(1).max(100).safeParse(value);
  if (!list.success)
    return { ok: false, reason: 'the playbook is a JSON list of actions, each with its "action" name' };
  for (const [index, step] of list.data.entries()) {
    const tried = resolveStep(step, SAMPLE_PARAMS, []);
    if (!tried.ok && !tried.isMissingElement)
      return { ok: false, reason: `playbook step ${index + 1}: ${tried.reason}` };
  }
  return { ok: true, steps: list.data };
}

/** When a file is checked its parameters are not known: every one stands for some text. */
const SAMPLE_PARAMS = new Proxy<Record<string, string>>({}, { get: () => 'text', has: () => true });

export type ResolvedStep =
  | Extract<ParsedAction, { ok: true }>
  | { readonly ok: false; readonly reason: string; readonly isMissingElement: boolean };

/** The action a step means now: parameters filled in after the JSON was parsed, targets found among the elements. */
export function resolveStep(
  step: PlaybookStep,
  params: Readonly<Record<string, string>>,
  elements: readonly UiElement[],
): ResolvedStep {
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(step)) {
    const target = ['target', 'from', 'to'].includes(key) ? findTarget(value, elements) : null;
    if (target !== null && !target.ok) return target;
    filled[key] = target === null ? fill(value, params, key === 'command' ? quoteWord : asIs) : target.target;
  }
  const parsed = parseAction(filled);
  return parsed.ok ? parsed : { ...parsed, isMissingElement: false };
}

type FoundTarget =
  | { readonly ok: true; readonly target: unknown }
  | { readonly ok: false; readonly reason: string; readonly isMissingElement: true };

/** null: not a target told by name. An element with that role and name wins; the position is only a hint for when none is listed. */
function findTarget(value: unknown, elements: readonly UiElement[]): FoundTarget | null {
  const named = namedTarget.safeParse(value);
  if (!named.success || (named.data.role === undefined && named.data.name === undefined)) return null;
  const { role, name, x, y } = named.data;
  const found = elements.find(
    (element) =>
      (role === undefined || isSameText(element.role, role)) && (name === undefined || isSameText(element.name, name)),
  );
  if (found !== undefined) return { ok: true, target: { element: found.number } };
  if (elements.length === 0 && x !== undefined && y !== undefined) return { ok: true, target: { x, y } };
  return {
    ok: false,
    isMissingElement: true,
    reason: `there is no ${role ?? 'element'} “${name ?? ''}” on the screen`,
  };
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

const PARAM = /\{\{\s*([a-z_][a-z0-9_]*)\s*\}\}/gi;

/** Replaces `{{name}}` in every string of a JSON value; an unknown name stays as it is. */
export function fill(
  value: unknown,
  params: Readonly<Record<string, string>>,
  encode: (param: string) => string,
): unknown {
  if (typeof value === 'string') {
    return value.replace(PARAM, (whole, name: string) => (name in params ? encode(params[name] ?? '') : whole));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, params, encode));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, params, encode)]));
  }
  return value;
}

/** Names of the parameters that occur in a JSON value, each once. */
export function usedParams(value: unknown): readonly string[] {
  const names = [...JSON.stringify(value).matchAll(PARAM)].map((match) => match[1] ?? '');
  return [...new Set(names)];
}

export function asIs(text: string): string {
  return text;
}

/** One word for a POSIX shell, whatever it holds. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
