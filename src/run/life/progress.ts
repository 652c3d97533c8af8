/** A run as a list of its steps, for chats that show such a list beside the live message. Pure. */
import { describeAction, type NamedElement, nameElements } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import type { RunState } from '../../journal/run-state.ts';
import { OUTCOME_TITLES } from '../../journal/step-words.ts';
import type { SpokenProgress } from '../../outbound/spoken.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { sayRun } from '../../words/run-name.ts';
import { capital, join, say, type Text } from '../../words/say.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';

/** `whole` with all its parts; `parts`: those of a plan that are being worked on, none without a plan. A step is a look at first, then each act. */
export function renderProgress(whole: RunState, parts: readonly RunState[]): SpokenProgress {
  const atWork = parts.length === 0 ? [whole] : parts;
  const acting = atWork.flatMap(({ intended }) => (intended === null || intended.by === 'person' ? [] : [intended]));
  const hasBegun = atWork.some(({ intended, iteration }) => intended !== null || iteration > 0);
  const isOver = whole.outcome !== null;
  const looked = whole.performed.length > whole.performedBefore || hasBegun;
  const first = { id: 'look', title: say`Taking a first look`, state: stateOf(looked, isOver) };
  const acts = whole.performed.slice(whole.performedBefore).map(({ action, element, ok }, index) => ({
    id: `act-${index + 1}`,
    title: nameStep(action, element),
    state: ok ? ('done' as const) : ('failed' as const),
  }));
  const now = acting.map(({ action, element }, index) => ({
    id: `act-${acts.length + index + 1}`,
    title: nameStep(action, element),
    state: stateOf(false, isOver),
  }));
  return { title: nameRun(whole), steps: [first, ...acts, ...now] };
}

/** State of an entry; one that was open when the run ended counts as failed. */
function stateOf(isDone: boolean, isOver: boolean): 'done' | 'failed' | 'doing' {
  if (isDone) return 'done';
  return isOver ? 'failed' : 'doing';
}

function nameStep(action: Action, element: NamedElement | undefined): Text {
  return capital(showHiddenIn(describeAction(action, nameElements(element))));
}

function nameRun({ runId, goal, outcome }: RunState): Text {
  const name = join([capital(sayRun(runId)), showHidden(shorten(oneLine(goal), 100))], ': ');
  return outcome === null ? name : join([name, OUTCOME_TITLES[outcome.outcome]], ' – ');
}
