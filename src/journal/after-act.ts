/** The state after an act, and after a person's answer to whether it may be done. Pure. */
import { describeAction, type NamedElement, nameElements } from '../action/describe.ts';
import { fingerprintAction } from '../action/fingerprint.ts';
import type { Action } from '../action/schema.ts';
import { speak } from '../words/speak.ts';
import type { ActionResult } from './acted.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './run-state.ts';
import { addTrace, amendTrace, cameOf } from './trail.ts';

export function afterAct(state: RunState, result: ActionResult): RunState {
  const { intended } = state;
  if (intended === null) return state;
  if (intended.by === 'person') {
    return {
      ...state,
      intended: null,
      phase: { name: 'looking' },
      said: result.ok
        ? [...state.said, { kind: 'hand act', text: tellHandAct(intended.action, intended.element) }]
        : state.said,
    };
  }
  return {
    ...state,
    intended: null,
    phase: { name: 'looking' },
    last: { action: intended.action, element: intended.element, result },
    trail: addTrace(state.trail, {
      step: state.iteration,
      action: intended.action,
      element: intended.element,
      ...cameOf(result),
    }),
    ring: result.effect === 'changed' ? withoutRepeats(state.ring, intended.action) : state.ring,
    performed: [
      ...state.performed,
      {
        action: intended.action,
        ok: result.ok,
        ...(intended.element === undefined ? {} : { element: intended.element }),
      },
    ],
    unchangedInARow: result.effect === 'unchanged' ? state.unchangedInARow + 1 : 0,
  };
}

/** The ring without an action that had an effect, so that it does not count as repeated: a list may be scrolled many times before its end. */
function withoutRepeats(ring: RunState['ring'], action: Action): RunState['ring'] {
  const fingerprint = fingerprintAction(action);
  return ring.map((one) => (one === fingerprint ? '' : one));
}

/** A line for the model. What a person typed is left out, as it may be a password. */
function tellHandAct(action: Action, element: NamedElement | undefined): string {
  const done =
    action.action === 'type'
      ? `typing ${action.text.length} characters`
      : speak(describeAction(action, nameElements(element)), 'en');
  return `The person did this by hand, while you were held: ${done}`;
}

/** A line for the model. */
export function tellPersonAct({
  did,
  app,
  window,
  element,
}: Extract<RunEvent, { readonly type: 'person.acted' }>): string {
  const where = window === '' ? app : `${app} (${window})`;
  const what = {
    click: element === undefined ? 'clicked' : `clicked ${element.role} "${element.name}"`,
    keys: 'typed something',
    window: 'went on',
  };
  return `The person did this at the computer, while you were held: ${what[did]} in ${where}`;
}

/** Corrects the last result when the screen changed after the wait for it. */
export function afterLateAnswer(state: RunState): RunState {
  const { last } = state;
  if (last === null) return state;
  return {
    ...state,
    last: { ...last, result: { ...last.result, effect: 'changed' } },
    trail: amendTrace(state.trail, last.action, 'changed'),
    ring: withoutRepeats(state.ring, last.action),
    unchangedInARow: 0,
  };
}

export function afterAnswer(state: RunState, answer: string, text: string): RunState {
  const closed: RunState = { ...state, openConfirmation: null, phase: { name: 'judging' } };
  // A stop or a restart ends the run, so it does not count as a denial.
  if (['approve', 'this_run', 'always', 'countdown', 'changed', 'stop', 'restart'].includes(answer)) return closed;
  const reason = text === '' ? '' : ` and says: ${text}`;
  const what = state.openConfirmation === null ? 'that' : state.openConfirmation.action.action;
  return {
    ...closed,
    denials: state.denials + 1,
    trail:
      state.openConfirmation === null
        ? state.trail
        : addTrace(state.trail, {
            step: state.iteration,
            action: state.openConfirmation.action,
            came: 'refused',
            why: '',
          }),
    said: [
      ...state.said,
      {
        kind: 'denial',
        text: `The person denied ${what}${reason}. Do not try the same again; find another way or fail.`,
      },
    ],
  };
}
