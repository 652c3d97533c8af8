/** A run that a crash interrupted: the events that end its journal, and the message to its person. Nothing of it is repeated. */

import type { Outcome, RunEvent } from '../../journal/events.ts';
import { evolve } from '../../journal/evolve.ts';
import { isGood } from '../../journal/plan-state.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import { asMessage, asWhy } from '../../journal/said.ts';
import type { Stamp } from '../../ports/journal.ts';
import { join, plural, quoted, say, type Text } from '../../words/say.ts';

export interface Recovery {
  readonly state: RunState;
  readonly outcome: Outcome;
  /** To be appended to the run's journal, in order. */
  readonly events: readonly RunEvent[];
}

export function isUnfinished(events: readonly (RunEvent & Stamp)[]): boolean {
  return events.length > 0 && !events.some((event) => event.type === 'run.ended' || event.type === 'run.recovered');
}

/** Pure; `parts` are those of the run's plan that were begun. An intent without a result is unknown; an open confirmation is a Deny; the run is interrupted. */
export function recoverRun(events: readonly (RunEvent & Stamp)[], parts: readonly RunState[] = []): Recovery {
  const state = events.reduce(evolve, startingState);
  const unknown: readonly RunEvent[] =
    state.intended === null
      ? []
      : [{ type: 'action.unknown', step: state.intended.step, ...asWhy(say`Deskhand ended in the middle of it`) }];
  const denied: readonly RunEvent[] =
    state.openConfirmation === null
      ? []
      : [
          {
            type: 'confirmation.answered',
            confirmation: state.openConfirmation.id,
            answer: 'restart',
            by: 'deskhand',
            text: '',
          },
        ];
  const outcome: Outcome = {
    outcome: 'interrupted',
    reason: 'crash',
    ...asMessage(describe(state, parts)),
    score: null,
  };
  return { state, outcome, events: [...unknown, ...denied, { type: 'run.recovered', ...outcome }] };
}

function describe(state: RunState, parts: readonly RunState[]): Text {
  const last = parts.at(-1);
  if (last?.part !== null && last !== undefined) return describePlan(last, parts, state);
  const done = state.performed.slice(state.performedBefore).filter(({ ok }) => ok).length;
  return join(
    [
      say`Deskhand was restarted in the middle of this run.`,
      done === 0
        ? say`No action had been finished.`
        : plural(done, say`1 action was finished before.`, say`${done} actions were finished before.`),
      ...(state.openConfirmation === null ? [] : [say`The open question counts as a No.`]),
      sayAgain(state),
    ],
    ' ',
  );
}

/** Tells which parts are done, which the person has to know before a tap on Again. */
function describePlan(last: RunState, parts: readonly RunState[], whole: RunState): Text {
  const done = parts.filter(({ outcome }) => outcome !== null && isGood(outcome.outcome));
  const underWay = parts.filter(({ outcome }) => outcome?.reason === 'crash');
  const at = underWay[0] ?? last;
  const total = at.part?.total ?? 0;
  const numbers = underWay.map(({ part }) => part?.index ?? 0);
  const quotedGoals = join(
    underWay.map(({ goal }) => quoted(goal)),
    ', ',
  );
  return join(
    [
      underWay.length > 1
        ? say`Deskhand was restarted in the middle of a plan, at parts ${numbers.join(', ')} of ${total}: ${quotedGoals}.`
        : say`Deskhand was restarted in the middle of a plan, at part ${at.part?.index ?? 0} of ${total}: “${at.goal}”.`,
      done.length === 0
        ? say`No part had been finished.`
        : plural(done.length, say`1 part was finished before.`, say`${done.length} parts were finished before.`),
      sayAgain(whole),
    ],
    ' ',
  );
}

/** Says what a tap on Again does: a run with a ledger goes on from it, another one starts over. */
function sayAgain({ wishes }: Pick<RunState, 'wishes'>): Text {
  return wishes.length === 0
    ? say`I won't repeat anything by myself. Check the screen, then tap Again to start over.`
    : say`I won't repeat anything by myself. Tap Again to go on: I'll first check what is already done.`;
}
