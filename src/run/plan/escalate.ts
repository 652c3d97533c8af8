/** A run that gets nowhere is handed to the stronger model, once, with what went wrong; one that takes longer than its kind counts as a harder one. Both are noted. */
import { describeAction, nameElements } from '../../action/describe.ts';
import { findOutgrown, type Mind, mindFor, strongerMind } from '../../journal/effort.ts';
import { shorten } from '../../words/amounts.ts';
import { speak } from '../../words/speak.ts';
import type { DecidedBy } from '../decide/decider.ts';
import { countTokens } from '../limits/caps.ts';
import type { ActiveRun } from '../run-ports.ts';

const MAX_FAILURE = 600;

type Why = 'steps' | 'tokens' | 'stuck' | 'not done';

/** Whether there is a stronger model to hand it to that has not had its turn; a playbook hands over by itself. */
export function canEscalate(by: DecidedBy, { session }: ActiveRun): boolean {
  return by === 'model' && session.mind.tier !== 'strong';
}

export function escalateStuck(run: ActiveRun): void {
  const { last } = run.state();
  const act = last === null ? 'the same' : speak(describeAction(last.action, nameElements(last.element)), 'en');
  handOver(run, 'stuck', `it kept doing the same and nothing came of it: ${act}. Find another way.`);
}

export function escalateUnfinished(run: ActiveRun, found: string): void {
  handOver(run, 'not done', `it said "done" and the check found otherwise, time after time. The last time: ${found}`);
}

/** The soft budget of its kind of goal is used up: it counts as the next harder one from here. */
export function escalateOutgrown(run: ActiveRun): void {
  const { session, caps } = run;
  const { iteration } = run.state();
  const outgrown = findOutgrown(session.mind, caps, { iterations: iteration, tokens: countTokens(run.state()) });
  if (outgrown === null) return;
  const { intent, by } = outgrown;
  const next = mindFor(intent);
  if (next.tier === session.mind.tier) change(run, by, { ...session.mind, intent, effort: next.effort });
  else
    handOver(
      run,
      by,
      `it has not come to an end in ${iteration} steps. Find a shorter way, or fail and say why.`,
      intent,
    );
}

function handOver(run: ActiveRun, by: Why, why: string, intent = run.session.mind.intent): void {
  const failure = `Another model worked on this before you and failed: ${shorten(why, MAX_FAILURE)}`;
  change(run, by, { ...strongerMind(run.session.mind, failure, run.state().performed.length), intent });
}

function change(run: ActiveRun, why: Why, mind: Mind): void {
  run.session.mind = mind;
  const { intent, tier, effort } = mind;
  run.record({ type: 'mind.changed', why, ...(intent === null ? {} : { intent }), tier, effort });
}
