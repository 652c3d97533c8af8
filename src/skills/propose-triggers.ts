/** Proposes how a skill made of a run may be asked for: the goal with its parameters as groups, and the skill's own name. */
import type { FoundParam } from './find-params.ts';
import { slugOf } from './skill-name.ts';
import { compileTrigger, readGoal } from './triggers.ts';

const FILLERS = new Set(
  'a an the and or to in into on of for with my me please then it its this that from at by can could you would i want called named as'.split(
    ' ',
  ),
);
const MOST_WORDS = 4;

/** A name from the goal's words without its parameters, which no other skill has. */
export function proposeName(goal: string, params: readonly FoundParam[], taken: readonly string[]): string {
  const words = literalParts(goal, params)
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const name = slugOf(words.slice(0, MOST_WORDS).join(' '));
  const isTaken = (one: string): boolean => taken.some((other) => slugOf(other) === one);
  for (let number = 1; ; number += 1) {
    const proposed = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(proposed)) return proposed;
  }
}

/** Whether the goal's own trigger matches it with the right parameter values. */
export function giveBack(goal: string, params: readonly FoundParam[], triggers: readonly string[]): boolean {
  const compiled = compileTrigger(triggers[0] ?? '');
  const match = compiled.ok ? compiled.trigger.match(readGoal(goal)) : null;
  return match !== null && params.every(({ name, value }) => match.params[name] === value);
}

/** Valid triggers, the one made from the goal first. */
export function proposeTriggers(goal: string, params: readonly FoundParam[], name: string): readonly string[] {
  const parts = literalParts(goal, params);
  const body = parts
    .map((part, index) => {
      const param = params[index];
      const isFirst = index === 0;
      const isLast = index === parts.length - 1;
      const literal = escapeWords(stripQuotes(part, !isFirst, !isLast));
      if (param === undefined) return literal;
      const before = /^["“”„«»'‘’]/.test(param.value) ? '' : QUOTES;
      const after = /["“”„«»'‘’]$/.test(param.value) ? '' : QUOTES;
      return `${literal}${before}(?P<${param.name}>.+?)${after}`;
    })
    .join('');
  const ofGoal = `(?is)^\\s*(?:please\\s+)?${body}[.!]?\\s*$`;
  return [ofGoal, nameTrigger(name)].filter((pattern) => !pattern.includes('`') && compileTrigger(pattern).ok);
}

/** Answers to the name alone. */
export function nameTrigger(name: string): string {
  return `(?i)^\\s*${name
    .split(/[\s-]+/)
    .map(escapeSigns)
    .join('[\\s-]+')}\\s*$`;
}

const QUOTES = '["“”„«»\'‘’]?';

/** The goal's text before, between and after its parameters: one part more than there are parameters. */
function literalParts(goal: string, params: readonly FoundParam[]): readonly string[] {
  const ends = params.map(({ at, value }) => at + value.length);
  return [...params.map(({ at }, index) => goal.slice(ends[index - 1] ?? 0, at)), goal.slice(ends.at(-1) ?? 0)];
}

/** Quotes around a value may be there or not. */
function stripQuotes(part: string, followsParam: boolean, precedesParam: boolean): string {
  const start = followsParam ? part.replace(/^["“”„«»'‘’]/, '') : part;
  return precedesParam ? start.replace(/["“”„«»'‘’]$/, '') : start;
}

function escapeWords(text: string): string {
  const trimmed = text.replace(/^\s*please\s+/i, '');
  return trimmed
    .split(/(\s+)/)
    .map((piece) => (/^\s+$/.test(piece) ? '\\s+' : escapeSigns(piece)))
    .join('')
    .replace(/(?:\\\.|!)$/, '')
    .replace(/^(?:\\s\+)(?=$)/, '\\s+');
}

function escapeSigns(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
