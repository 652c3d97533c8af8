/** The lines a run leaves in the vault: one in the daily note, one in the task log, one among the recent actions. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Note } from '../ports/vault.ts';
import { countOf, formatCost, formatDuration, shorten } from '../words/amounts.ts';
import { nameRun } from '../words/run-name.ts';
import { speak } from '../words/speak.ts';
import { markOrigin, readFrontMatter } from './front-matter.ts';
import { addLine, addToSection, dropLines, keepLast, plainLine } from './note-lines.ts';

/** A change of one note; pure, and without effect when it was made before. */
export interface NoteChange {
  readonly path: string;
  readonly change: (text: string | null) => string | null;
}

/** The person's instructions about how to do things, each with its run. */
export const CONVENTIONS = 'Knowledge/Conventions.md';
const TASK_LOG = 'Tasks/task-log.md';
const RECENT_ACTIONS = 'Context/recent-actions.md';
const SECTION = '## Deskhand';
const MARKS = { verified: '✅', unverified: '☑️', failed: '❌', stopped: '⏹', interrupted: '⚠️' } as const;
/** Deskhand's own lines, distinguished from the person's by their form. */
const OWN_LINE = /^- (?:\d{4}-\d\d-\d\d )?\d\d:\d\d (?:✅|☑️|❌|⏹|⚠️) .*\(run \d+[,)]/u;
const RECENT_KEPT = 15;
const LOG_KEPT = 500;
/** Origin of a note whose lines contain what a run saw. */
const FROM_RUNS = 'written by Deskhand after its runs, from what was on the screen';

/** `narrative`: the story, in a sentence or two. */
export function describeRunInNotes(state: RunState, narrative: string): readonly NoteChange[] {
  if (state.outcome === null) return [];
  const ended = readTime(state.lastAt);
  const mark = MARKS[state.outcome.outcome];
  const goal = `“${plainLine(shorten(state.goal, 300))}”`;
  const run = nameRun(state.runId);
  const took = formatDuration(Date.parse(state.lastAt) - Date.parse(state.createdAt));
  const cost = state.costUsd === 0 ? [] : [formatCost(state.costUsd)];
  const facts = [run, countOf(state.performed.length - state.performedBefore, 'action'), took, ...cost].join(', ');
  return [
    {
      path: dailyNote(ended.day),
      change: once(state.runId, (text) =>
        addToSection(text ?? `# ${ended.day}\n`, SECTION, `- ${ended.time} ${mark} ${goal} (${facts})`),
      ),
    },
    {
      path: TASK_LOG,
      change: once(state.runId, (text) =>
        keepLast(
          addLine(text ?? '# Task log\n', `- ${ended.day} ${ended.time} ${mark} ${goal} (${facts})`),
          isOwn,
          LOG_KEPT,
        ),
      ),
    },
    {
      path: RECENT_ACTIONS,
      change: once(state.runId, (text) => {
        const line = `- ${ended.day} ${ended.time} ${mark} ${goal} (${run}): ${plainLine(shorten(narrative, 400))}`;
        const whole = text ?? '# Recent actions\n';
        const marked = readFrontMatter(whole).origin === '' ? markOrigin(whole, FROM_RUNS) : whole;
        return keepLast(addLine(marked, line), isOwn, RECENT_KEPT);
      }),
    },
  ];
}

/** Removes a run's lines from these notes; no change where it has none. */
export function forgetRunInNotes(runId: string, notes: readonly Note[]): readonly NoteChange[] {
  const isOfRun = (line: string): boolean => isOwn(line) && hasRun(line, runId);
  const isWish = (line: string): boolean =>
    line.startsWith('- ') && [': “', ', '].some((next) => line.includes(` (${nameRun(runId)}${next}`));
  return notes.flatMap(({ path, text }) => {
    const isDropped = path === CONVENTIONS ? isWish : isLog(path) ? isOfRun : null;
    if (isDropped === null || dropLines(text, isDropped) === text) return [];
    return [{ path, change: (now) => (now === null ? null : dropLines(now, isDropped)) }];
  });
}

function isLog(path: string): boolean {
  return path.startsWith('Daily/') || path === TASK_LOG || path === RECENT_ACTIONS;
}

/** The story by rule, for runs without a model. */
export function tellActions(state: RunState): string {
  const done = state.performed
    .filter(({ ok }) => ok)
    .map(({ action }) => speak(describeAction(action, nameElements(undefined)), 'en'));
  const { outcome } = state;
  return `${done.length === 0 ? 'nothing was done' : done.join('; ')}. ${outcome?.message ?? ''}`.trim();
}

function once(runId: string, change: (text: string | null) => string): NoteChange['change'] {
  return (text) => {
    const isThere = text?.split('\n').some((line) => isOwn(line) && hasRun(line, runId)) ?? false;
    return isThere ? null : change(text);
  };
}

function isOwn(line: string): boolean {
  return OWN_LINE.test(line);
}

function hasRun(line: string, runId: string): boolean {
  return new RegExp(`\\(${nameRun(runId)}[,)]`).test(line);
}

function dailyNote(day: string): string {
  return `Daily/${day}.md`;
}

/** In the computer's own time zone: the note is for its person. */
export function readTime(iso: string): { readonly day: string; readonly time: string } {
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}
