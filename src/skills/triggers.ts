/** Trigger expressions: RE2 syntax, linear time, whatever a skill's author wrote. */
import { RE2JS } from 're2js';

export interface Trigger {
  /** The match in a goal: its length and named groups; null when it does not match. Unanchored. */
  match(goal: string): { readonly length: number; readonly params: Readonly<Record<string, string>> } | null;
}

export type CompiledTrigger =
  | { readonly ok: true; readonly trigger: Trigger }
  | { readonly ok: false; readonly reason: string };

/** A goal is short; what is longer than this is searched only so far. */
const GOAL_CHARACTERS = 4000;
/** Longer expressions, and those that compile to more, are refused: matching costs time by size. */
const PATTERN_CHARACTERS = 1000;

export function compileTrigger(pattern: string): CompiledTrigger {
  if (pattern.length > PATTERN_CHARACTERS)
    return { ok: false, reason: `it is longer than ${PATTERN_CHARACTERS} characters` };
  try {
    const compiled = RE2JS.compile(pattern);
    const names = Object.keys(compiled.namedGroups());
    return { ok: true, trigger: { match: (goal) => findMatch(compiled, names, goal.slice(0, GOAL_CHARACTERS)) } };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function findMatch(compiled: RE2JS, names: readonly string[], goal: string): ReturnType<Trigger['match']> {
  const matcher = compiled.matcher(goal);
  if (!matcher.find()) return null;
  const params: Record<string, string> = {};
  for (const name of names) {
    const value = matcher.group(name);
    if (value !== null && value !== undefined && value !== '') params[name] = value.trim();
  }
  return { length: matcher.group()?.length ?? 0, params };
}
