/** The result of a part: small, typed, and treated as data by those who read it. Pure. */
import type { ActionOf } from '../../action/schema.ts';
import { type PartResult, partResultSchema, RESULT_LIMITS } from '../../journal/plan-events.ts';
import { isGood } from '../../journal/plan-state.ts';
import type { RunState } from '../../journal/run-state.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { english } from '../../words/speak.ts';
import type { End } from '../outcomes.ts';

/** Limit, in characters, of what later parts are told of one. */
const MAX_TOLD = 1500;
const MAX_GOAL = 120;
const MAX_NAME = 80;

/** `said`: the part's last `done`; null when it never said so. A part without facts hands on its notes. */
export function resultOf(end: End, { notes }: Pick<RunState, 'notes'>, said: ActionOf<'done'> | null): PartResult {
  const isDone = isGood(end.outcome);
  const given = (said?.facts ?? []).map(({ name, value }) => [oneLine(name), oneLine(value)] as const);
  const noted = notes.map(({ text }, index) => [`note ${index + 1}`, oneLine(text)] as const);
  const facts = (given.length > 0 ? given : noted).slice(-RESULT_LIMITS.facts);
  const summary = isDone && said !== null ? said.summary : english(end.message);
  return partResultSchema.parse({
    done: isDone,
    summary: shorten(oneLine(summary), RESULT_LIMITS.summary),
    files: (isDone ? (said?.files ?? []) : []).map(oneLine).slice(0, RESULT_LIMITS.files),
    facts: Object.fromEntries(
      facts.map(([name, value]) => [shorten(name, MAX_NAME), shorten(value, RESULT_LIMITS.summary)]),
    ),
  });
}

/** Result in the prompt of a part that needs it. */
export function tellResult(number: number, goal: string, { done, summary, files, facts }: PartResult): string {
  const lines = [
    `Part ${number} (${shorten(oneLine(goal), MAX_GOAL)}): ${done ? '' : 'not done: '}${summary}`,
    ...Object.entries(facts).map(([name, value]) => `${name}: ${value}`),
    ...(files.length === 0 ? [] : [`files: ${files.join(', ')}`]),
  ];
  return shorten(lines.join('\n'), MAX_TOLD);
}
