/** Trigger expressions: RE2 syntax, linear time, whatever a skill's author wrote. */
import { RE2JS } from 're2js';
import { textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { findNeededWords, foldGoal } from './trigger-words.ts';

export interface Trigger {
  /** As its author wrote it. */
  readonly pattern: string;
  /** The match in a goal: its length and named groups; null when it does not match. Unanchored. */
  match(goal: Goal): { readonly length: number; readonly params: Readonly<Record<string, string>> } | null;
}

/** A goal made ready once for all triggers. */
export interface Goal {
  readonly text: string;
  readonly folded: string;
}

export type CompiledTrigger =
  | { readonly ok: true; readonly trigger: Trigger }
  | { readonly ok: false; readonly reason: Text };

/** A goal is short. A longer one fits no trigger: a part of it would fill parameters with half of what was meant. */
const GOAL_CHARACTERS = 2000;
/** Matching costs time by the size of the expression: with these no match takes longer than 50 ms. */
const PATTERN_CHARACTERS = 1000;
const PROGRAM_SIZE = 1000;
/** Size times characters: a large expression takes only shorter goals. */
const MOST_WORK = 400_000;

export function readGoal(text: string): Goal {
  return { text, folded: foldGoal(text.slice(0, GOAL_CHARACTERS)) };
}

export function compileTrigger(pattern: string): CompiledTrigger {
  if (pattern.length > PATTERN_CHARACTERS)
    return { ok: false, reason: say`it is longer than ${PATTERN_CHARACTERS} characters` };
  try {
    const compiled = RE2JS.compile(pattern);
    const size = compiled.programSize();
    if (size > PROGRAM_SIZE)
      return { ok: false, reason: say`it repeats too much and would take too long; use smaller numbers in braces` };
    const names = Object.keys(compiled.namedGroups());
    const needed = findNeededWords(pattern);
    return {
      ok: true,
      trigger: {
        pattern,
        match: ({ text, folded }) =>
          text.length > GOAL_CHARACTERS ||
          text.length * size > MOST_WORK ||
          needed?.some((word) => folded.includes(word)) === false
            ? null
            : findMatch(compiled, names, text, STRIPS_QUOTES.test(pattern)),
      },
    };
  } catch (error) {
    return { ok: false, reason: textOf(error) };
  }
}

/** Quotes around a group that may be there or not: `["“]?(?P<text>.+?)["”]?`. */
const STRIPS_QUOTES = /\)\[["'“”„‘’«»]+\]\?/;
const QUOTE = /["'“”„‘’«»]/;

function findMatch(
  compiled: RE2JS,
  names: readonly string[],
  goal: string,
  stripsQuotes: boolean,
): ReturnType<Trigger['match']> {
  const matcher = compiled.matcher(goal);
  if (!matcher.find()) return null;
  const params: Record<string, string> = {};
  for (const name of names) {
    const value = matcher.group(name);
    if (value === null || value === undefined || value === '') continue;
    params[name] = (stripsQuotes ? keepOwnQuotes(goal, matcher.start(name), matcher.end(name)) : value).trim();
  }
  return { length: matcher.group()?.length ?? 0, params };
}

/** Only a pair around the whole is not meant: in `he said “hi”` the quote at the end belongs to the words. */
function keepOwnQuotes(goal: string, start: number, end: number): string {
  const opens = QUOTE.test(goal.charAt(start - 1));
  const closes = QUOTE.test(goal.charAt(end));
  const inner = goal.slice(start, end);
  const isTwoQuotations = inner.includes(goal.charAt(start - 1)) || inner.includes(goal.charAt(end));
  if (opens && closes) return isTwoQuotations ? goal.slice(start - 1, end + 1) : inner;
  if (opens) return goal.slice(start - 1, end);
  return closes ? goal.slice(start, end + 1) : inner;
}
