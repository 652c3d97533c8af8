/** Reads from a run's journal what it teaches: the way that worked, and what did not. */

import type { RunEvent } from '../journal/events.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Stamp } from '../ports/journal.ts';
import { withoutFiles } from '../words/sent-files.ts';
import type { Lesson } from './procedures.ts';
import { type DigestStep, listSteps, listWorking } from './run-digest.ts';

/** `told`: what the fast model found worth knowing. A way counts as one that worked only when the end was good. */
export function readLesson(events: readonly (RunEvent & Stamp)[], state: RunState, told: readonly string[]): Lesson {
  const steps = listSteps(events);
  const { outcome } = state;
  const isGood = outcome?.outcome === 'verified' || outcome?.outcome === 'unverified';
  const working = listWorking(steps);
  const failed = steps
    .filter(({ ok }) => ok === false)
    .map((step) => `${step.words} (${step.result || 'it did not work'})`);
  const idle = steps
    .filter(({ ok, effect, action }) => ok === true && effect === 'unchanged' && action.action === 'click')
    .map(({ words }) => `${words} (nothing changed)`);
  const checks = events.flatMap((event) =>
    (event.type === 'verification.done' || event.type === 'action.checked') &&
    event.passed === false &&
    event.text !== ''
      ? [event.text]
      : [],
  );
  const end = outcome?.outcome === 'failed' ? [`it ended: ${outcome.message}`] : [];
  return {
    runId: state.runId,
    app: mainApp(working.length > 0 ? working : steps),
    task: withoutFiles(state.goal),
    steps: isGood ? working.map(({ words }) => words) : [],
    traps: [...new Set([...failed, ...idle, ...checks, ...end, ...told])],
    ms: isGood ? Date.parse(state.lastAt) - Date.parse(state.createdAt) : null,
  };
}

/** What the person said about how to do things, word by word: hints and the reasons of a no. */
export function readWishes(events: readonly (RunEvent & Stamp)[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'hint.received') return [event.text];
    return event.type === 'confirmation.answered' && event.answer === 'deny' && event.text !== '' ? [event.text] : [];
  });
}

/** The application most steps were done in; what an opened one is called comes before the one that was in front then. */
function mainApp(steps: readonly DigestStep[]): string {
  const counts = new Map<string, number>();
  for (const { app, action } of steps) {
    const name = action.action === 'open_app' ? action.app : app;
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}
