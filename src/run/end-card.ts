/** The last message of a run: said as it was, with score, time, steps and cost. */
import type { Span } from '../ports/chat.ts';
import { countOf, formatCost, formatDuration, oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { showHidden } from '../words/visible.ts';
import type { Outcome } from './events.ts';
import type { RunState } from './evolve.ts';

/** Each outcome in two or three words. */
export const OUTCOME_TITLES = {
  verified: '✅ Done and checked',
  unverified: '☑️ Done, not checked',
  failed: '❌ Failed',
  stopped: '⏹ Stopped',
  interrupted: '⚠️ Interrupted',
} as const;

/** Name of the picture taken when a run has ended. */
export const END_FRAME = 'end.jpg';

/** Pure. */
export function renderEnd(state: RunState, outcome: Outcome): readonly Span[] {
  const took = formatDuration(Date.parse(state.lastAt) - Date.parse(state.createdAt));
  const facts = [
    sayRun(state.runId),
    ...(outcome.score === null ? [] : [`score ${Math.round(outcome.score)}`]),
    countOf(state.performed.length, 'action'),
    took,
    ...(state.costUsd === 0 ? [] : [formatCost(state.costUsd)]),
  ];
  return [
    { bold: OUTCOME_TITLES[outcome.outcome] },
    `\n${showHidden(outcome.message)}\n`,
    ...describeUnknown(state),
    `\n“${showHidden(shorten(oneLine(state.goal), 120))}”\n`,
    { quiet: facts.join(' · ') },
  ];
}

/** An action nobody knows the result of is named: the person should look. */
function describeUnknown(state: RunState): readonly Span[] {
  const { last } = state;
  if (last === null || last.result.effect !== 'unknown' || last.result.ok) return [];
  return [`The last step (${last.action.action}) may or may not have happened.\n`];
}
