/** What runs have learned about tasks: for each application and kind of task the steps that worked, traps, and the duration. Pure. */
import { z } from 'zod';
import { oneLine, shorten } from '../words/amounts.ts';
import { nameRun } from '../words/run-name.ts';
import { findTerms } from '../words/terms.ts';

const procedureSchema = z.object({
  /** Application of most steps; ''. */
  app: z.string(),
  /** The request it was last learned from, and the words it is found by. */
  task: z.string(),
  terms: z.array(z.string()),
  /** Working steps in order, and the run that took them; ''. */
  steps: z.array(z.string()),
  stepsFrom: z.string().default(''),
  /** Each with the run it comes from; '' when an earlier version did not store that. */
  traps: z.array(
    z.union([z.object({ text: z.string(), run: z.string() }), z.string().transform((text) => ({ text, run: '' }))]),
  ),
  /** Duration of the last good run, milliseconds; null when none was good. */
  ms: z.number().nullable(),
  /** Runs it was learned from, newest last, each with its request. */
  runs: z.array(
    z.union([z.object({ run: z.string(), task: z.string() }), z.string().transform((run) => ({ run, task: '' }))]),
  ),
});
export type Procedure = z.infer<typeof procedureSchema>;
export const proceduresSchema = z.array(procedureSchema);

/** The lesson of one run. */
export interface Lesson {
  readonly runId: string;
  readonly app: string;
  readonly task: string;
  /** Empty when it did not get there. */
  readonly steps: readonly string[];
  readonly traps: readonly string[];
  readonly ms: number | null;
}

const MOST_PROCEDURES = 60;
const MOST_STEPS = 10;
const MOST_TRAPS = 6;
const MOST_RUNS = 10;
const LINE_LENGTH = 160;
/** Share of common words from which two tasks are of one kind. */
const SAME_TASK = 0.5;
const SURELY_SAME = 0.8;
const SHOWN = 2;

/** The newest is last; those that nothing was learned from for longest go first. */
export function learn(known: readonly Procedure[], lesson: Lesson): readonly Procedure[] {
  if (lesson.steps.length === 0 && lesson.traps.length === 0) return known;
  const terms = [...new Set(findTerms(lesson.task))];
  if (terms.length === 0) return known;
  const before = known.find((one) => one.app === lesson.app && likeness(terms, one.terms) >= SAME_TASK);
  const others = known.filter((one) => one !== before);
  return [...others, merge(before ?? null, lesson, terms)].slice(-MOST_PROCEDURES);
}

/** Working steps replace longer ones, and ones that stopped working; traps are added up, keeping the newest. */
function merge(before: Procedure | null, lesson: Lesson, terms: readonly string[]): Procedure {
  const isBetter =
    lesson.steps.length > 0 && (before === null || before.steps.length === 0 || isAsGood(lesson, before));
  const added = lesson.traps.map((text) => ({ text: line(text), run: lesson.runId }));
  const newestFirst = [...(before?.traps ?? []), ...added].toReversed();
  const traps = newestFirst.filter(({ text }, index) => newestFirst.findIndex((one) => one.text === text) === index);
  const task = line(lesson.task);
  return {
    app: lesson.app,
    task,
    terms:
      before === null ? [...terms] : [...new Set([...before.terms.filter((term) => terms.includes(term)), ...terms])],
    steps: isBetter ? lesson.steps.slice(0, MOST_STEPS).map(line) : [...(before?.steps ?? [])],
    stepsFrom: isBetter ? lesson.runId : (before?.stepsFrom ?? ''),
    traps: traps.slice(0, MOST_TRAPS).toReversed(),
    ms: lesson.steps.length > 0 ? lesson.ms : (before?.ms ?? null),
    runs: [...(before?.runs ?? []).filter(({ run }) => run !== lesson.runId), { run: lesson.runId, task }].slice(
      -MOST_RUNS,
    ),
  };
}

function isAsGood(lesson: Lesson, before: Procedure): boolean {
  return lesson.steps.length <= before.steps.length;
}

/** Procedures for this goal with this application in front; the best match first. */
export function findProcedures(known: readonly Procedure[], goal: string, app: string): readonly Procedure[] {
  const terms = [...new Set(findTerms(goal))];
  const folded = goal.toLowerCase();
  return known
    .map((one) => ({ one, score: likeness(terms, one.terms) }))
    .filter(({ one, score }) => {
      const isHere = one.app === '' || one.app === app || folded.includes(one.app.toLowerCase());
      return score >= (isHere ? SAME_TASK : SURELY_SAME);
    })
    .toSorted((first, second) => second.score - first.score)
    .slice(0, SHOWN)
    .map(({ one }) => one);
}

/** Plain lines; their content came from screens. */
export function tellProcedure({ app, task, steps, traps, ms, runs }: Procedure): string {
  const from = runs
    .slice(-3)
    .map(({ run }) => nameRun(run))
    .join(', ');
  const took = ms === null ? '' : `, about ${Math.max(1, Math.round(ms / 1000))} s`;
  return [
    `${app === '' ? '' : `${app}: `}“${task}” (${from}${took})`,
    ...(steps.length === 0 ? [] : [`worked: ${steps.join(' → ')}`]),
    ...traps.map(({ text }) => `avoid: ${text}`),
  ].join('\n');
}

/** Without everything that this run taught: its steps, its traps, its words. */
export function unlearnRun(known: readonly Procedure[], runId: string): readonly Procedure[] {
  return known.flatMap((one) => {
    const isTaught = [...one.runs, ...one.traps, { run: one.stepsFrom }].some(({ run }) => run === runId);
    if (!isTaught) return [one];
    const runs = one.runs.filter(({ run }) => run !== runId);
    const traps = one.traps.filter(({ run }) => run !== runId);
    const way = one.stepsFrom === runId ? { steps: [], stepsFrom: '', ms: null } : {};
    // The newest remaining run gives the task.
    const task = runs.findLast((left) => left.task !== '')?.task ?? '';
    const left = { ...one, ...way, traps, runs, task, terms: [...new Set(findTerms(task))] };
    return task === '' || (left.steps.length === 0 && traps.length === 0) ? [] : [left];
  });
}

/** Share of the shorter list's words that the other has too, 0 to 1. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const least = Math.min(one.length, other.length);
  if (least === 0) return 0;
  const shared = one.filter((term) => other.includes(term)).length;
  // A single common word does not make the same kind of task, unless there are hardly more.
  return shared === 1 && Math.max(one.length, other.length) > 2 ? 0 : shared / least;
}

function line(text: string): string {
  return shorten(oneLine(text), LINE_LENGTH);
}
