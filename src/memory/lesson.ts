/** Derives from a run's journal what it teaches: the steps that worked, and the ones that did not. */

import type { RunState } from '../journal/run-state.ts';
import { type Act, chooseWorking, listItems, readSteps, type StampedEvent } from '../journal/steps.ts';
import { withoutFiles } from '../words/sent-files.ts';
import type { Lesson } from './procedures.ts';
import { nameAct, tellResult } from './run-digest.ts';

/** `told`: lessons found by the fast model. Steps count as working only after a good end. */
export function readLesson(events: readonly StampedEvent[], state: RunState, told: readonly string[]): Lesson {
  const items = listItems(readSteps(events));
  const acts = items.filter((item) => item.type === 'act').filter(({ result }) => result !== null);
  const { outcome } = state;
  const isGood = outcome?.outcome === 'verified' || outcome?.outcome === 'unverified';
  const working = chooseWorking(acts);
  const failed = acts
    .filter(({ ok }) => ok === false)
    .map((act) => `${nameAct(act)} (${tellResult(act) || 'it did not work'})`);
  const idle = acts
    .filter(({ ok, effect, action }) => ok === true && effect === 'unchanged' && action.action === 'click')
    .map((act) => `${nameAct(act)} (nothing changed)`);
  const checks = items
    .flatMap((item) => (item.type === 'act' ? (item.checked ?? []) : item.type === 'verification.done' ? item : []))
    .flatMap(({ passed, text }) => (passed === false && text !== '' ? [text] : []));
  const end = outcome?.outcome === 'failed' ? [`it ended: ${outcome.message}`] : [];
  return {
    runId: state.runId,
    app: mainApp(working.length > 0 ? working : acts),
    task: withoutFiles(state.goal),
    steps: isGood ? working.map(nameAct) : [],
    traps: [...new Set([...failed, ...idle, ...checks, ...end, ...told])],
    ms: isGood ? Date.parse(state.lastAt) - Date.parse(state.createdAt) : null,
  };
}

/** What the person said about how to do things, literally: hints and reasons of denials. */
export function readWishes(events: readonly StampedEvent[]): readonly string[] {
  return listItems(readSteps(events)).flatMap((item) => {
    if (item.type === 'hint.received') return [item.text];
    const answer = item.type === 'act' ? item.asked?.answer : null;
    return answer?.type === 'confirmation.answered' && answer.answer === 'deny' && answer.text !== ''
      ? [answer.text]
      : [];
  });
}

/** The application of most steps; the name by which it was opened is preferred to that of the front window. */
function mainApp(acts: readonly Act[]): string {
  const counts = new Map<string, number>();
  for (const { app, action } of acts) {
    const name = action.action === 'open_app' ? action.app : app;
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}
