/** Every action Deskhand can take (design, section 5): the whole table, its types, and the parser. */
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { sayFirstIssue } from '../words/say-issue.ts';
import { KEYBOARD_ACTIONS } from './table/keyboard-actions.ts';
import { LOOK_ACTIONS } from './table/look-actions.ts';
import { MACHINE_ACTIONS } from './table/machine-actions.ts';
import { NO_TARGET } from './table/params.ts';
import { POINTER_ACTIONS } from './table/pointer-actions.ts';
import { RUN_ACTIONS } from './table/run-actions.ts';
import { TOOL_ACTIONS } from './table/tool-actions.ts';

export type { Point, Target } from './table/params.ts';

/** One row for each action: its parameters, its traits and its words. Everything that names actions derives from this. */
export const ACTIONS = [
  ...POINTER_ACTIONS,
  ...KEYBOARD_ACTIONS,
  ...LOOK_ACTIONS,
  ...MACHINE_ACTIONS,
  ...RUN_ACTIONS,
  ...TOOL_ACTIONS,
] as const;

export type ActionEntry = (typeof ACTIONS)[number];
export type ActionName = ActionEntry['name'];

export const ACTION_NAMES: readonly ActionName[] = ACTIONS.map(({ name }) => name);
/** Names of the actions that a model is told only when there are tools of servers. */
export const TOOL_ACTION_NAMES: readonly string[] = TOOL_ACTIONS.map(({ name }) => name);

/** A checked action with its defaults filled in. */
export type Action = z.infer<ActionEntry['schema']>;
/** One action by its name. */
export type ActionOf<Name extends ActionName> = Extract<Action, { readonly action: Name }>;

const entries: ReadonlyMap<string, ActionEntry> = new Map(ACTIONS.map((entry) => [entry.name, entry]));

/** null when there is no such action. */
export function entryNamed(name: string): ActionEntry | null {
  return entries.get(name) ?? null;
}

const [firstSchema, ...otherSchemas] = ACTIONS.map(({ schema }) => schema);
if (firstSchema === undefined) throw new Error('the table of actions is empty');

/** An action as it came in: its name may be in any case. Unknown keys are dropped, defaults filled in. */
export const actionSchema = z.preprocess(lowerCaseName, z.discriminatedUnion('action', [firstSchema, ...otherSchemas]));

function lowerCaseName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('action' in value) || typeof value.action !== 'string')
    return value;
  return { ...value, action: value.action.trim().toLowerCase() };
}

export type ParsedAction =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly reason: Text };

/** Reads one action from already parsed JSON; the reason is a sentence a model or a person can act on. */
export function parseAction(value: unknown): ParsedAction {
  const name = nameOf(value);
  if (name === null) return { ok: false, reason: say`an action needs a name: {"action": "click", …}` };
  if (!entries.has(name)) return { ok: false, reason: say`there is no action "${name.slice(0, 60)}"` };
  const result = actionSchema.safeParse(value);
  if (result.success) return { ok: true, action: result.data };
  const [issue] = result.error.issues;
  // The only union among the parameters is a target.
  if (issue?.code === 'invalid_union')
    return { ok: false, reason: say`${[name, ...issue.path].join('.')}: ${NO_TARGET}` };
  return { ok: false, reason: sayFirstIssue(result.error, value, name) };
}

function nameOf(value: unknown): string | null {
  const named = lowerCaseName(value);
  if (typeof named !== 'object' || named === null || !('action' in named)) return null;
  return typeof named.action === 'string' ? named.action : null;
}
