/** Trigger expressions in RE2 syntax, which match in linear time, whatever their author wrote. */
import { RE2JS } from 're2js';
import { textOf } from '../words/said-error.ts';
import { say, type Text } from '../words/say.ts';
import { findNeededWords, foldGoal, type NeededWords } from './trigger-words.ts';

export interface Trigger {
  /** In its author's spelling. */
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

/** Longest goal for a trigger; cutting a longer one would fill parameters with incomplete values. */
const GOAL_CHARACTERS = 2000;
/** Longest expression: with these limits no match takes longer than 50 ms. */
const PATTERN_CHARACTERS = 1000;
const PROGRAM_SIZE = 1000;
/** Limit of expression size times characters: a large expression accepts only shorter goals. */
const MOST_WORK = 400_000;

export function readGoal(text: string): Goal {
  return { text, folded: foldGoal(text.slice(0, GOAL_CHARACTERS)) };
}

/** For triggers by any author: the reason says what is wrong with one. */
export function compileTrigger(pattern: string): CompiledTrigger {
  if (pattern.length > PATTERN_CHARACTERS)
    return { ok: false, reason: say`it is longer than ${PATTERN_CHARACTERS} characters` };
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > PROGRAM_SIZE)
      return { ok: false, reason: say`it repeats too much and would take too long; use smaller numbers in braces` };
    return { ok: true, trigger: createTrigger(pattern, () => compiled) };
  } catch (error) {
    return { ok: false, reason: textOf(error) };
  }
}

/**
 * For triggers that Deskhand's own tests have compiled: compiled for the first goal that contains its words, as compiling all shipped ones takes a
 * quarter of a second. An invalid one, in a language file that somebody added, matches no goal.
 */
export function trustTrigger(pattern: string): Trigger {
  let compiled: RE2JS | null | undefined;
  return createTrigger(pattern, () => {
    if (compiled === undefined) compiled = tryCompile(pattern);
    return compiled;
  });
}

function tryCompile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

function createTrigger(pattern: string, compile: () => RE2JS | null): Trigger {
  let needed: NeededWords | undefined;
  return {
    pattern,
    match({ text, folded }) {
      if (needed === undefined) needed = findNeededWords(pattern);
      if (text.length > GOAL_CHARACTERS || needed?.some((word) => folded.includes(word)) === false) return null;
      const compiled = compile();
      return compiled === null || text.length * compiled.programSize() > MOST_WORK
        ? null
        : findMatch(compiled, text, STRIPS_QUOTES.test(pattern));
    },
  };
}

/** Quotes around a group that may be there or not: `["“]?(?P<text>.+?)["”]?`. */
const STRIPS_QUOTES = /\)\[["'“”„‘’«»]+\]\?/;
const QUOTE = /["'“”„‘’«»]/;

function findMatch(compiled: RE2JS, goal: string, stripsQuotes: boolean): ReturnType<Trigger['match']> {
  const matcher = compiled.matcher(goal);
  if (!matcher.find()) return null;
  const params: Record<string, string> = {};
  for (const name of Object.keys(compiled.namedGroups())) {
    const value = matcher.group(name);
    if (value === null || value === undefined || value === '') continue;
    params[name] = (stripsQuotes ? keepOwnQuotes(goal, matcher.start(name), matcher.end(name)) : value).trim();
  }
  return { length: matcher.group()?.length ?? 0, params };
}

/** Only a pair around the whole value is stripped: in `he said “hi”` the last quote belongs to the words. */
function keepOwnQuotes(goal: string, start: number, end: number): string {
  const opens = QUOTE.test(goal.charAt(start - 1));
  const closes = QUOTE.test(goal.charAt(end));
  const inner = goal.slice(start, end);
  const isTwoQuotations = inner.includes(goal.charAt(start - 1)) || inner.includes(goal.charAt(end));
  if (opens && closes) return isTwoQuotations ? goal.slice(start - 1, end + 1) : inner;
  if (opens) return goal.slice(start - 1, end);
  return closes ? goal.slice(start, end + 1) : inner;
}
