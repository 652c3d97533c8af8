/** A run told from its journal, step by step, in plain lines: for the narrative, for what is learned, for a run that goes on. */
import { describeAction, nameElements } from '../action/describe.ts';
import { isLooking } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { RunEvent } from '../journal/events.ts';
import type { Stamp } from '../ports/journal.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { speak } from '../words/speak.ts';

export interface DigestStep {
  readonly action: Action;
  /** "clicking button “Send”". */
  readonly words: string;
  /** Application in front. */
  readonly app: string;
  /** null: nobody knows whether it happened. */
  readonly ok: boolean | null;
  readonly effect: 'changed' | 'unchanged' | 'unknown';
  /** What came of it, shortened; ''. */
  readonly result: string;
  /** Milliseconds it took. */
  readonly ms: number;
}

const RESULT_LENGTH = 160;

/** Everything that was carried out or tried, in order. */
export function listSteps(events: readonly (RunEvent & Stamp)[]): readonly DigestStep[] {
  const steps: DigestStep[] = [];
  let app = '';
  let open: { readonly action: Action; readonly words: string; readonly app: string } | null = null;
  for (const event of events) {
    if (event.type === 'observation.taken') app = event.app;
    if (event.type === 'action.intended') {
      const words = speak(describeAction(event.action, nameElements(event.element)), 'en');
      open = { action: event.action, words, app };
    } else if (event.type === 'action.performed' && open !== null) {
      const { ok, effect, ms } = event;
      steps.push({ ...open, ok, effect, result: shorten(oneLine(event.text), RESULT_LENGTH), ms });
      open = null;
    } else if (event.type === 'action.unknown' && open !== null) {
      steps.push({ ...open, ok: null, effect: 'unknown', result: event.why, ms: 0 });
      open = null;
    }
  }
  return steps;
}

/**
 * What worked, in order: without failures, without looking around, and without tries that changed nothing before the same was done
 * with effect.
 */
export function listWorking(steps: readonly DigestStep[]): readonly DigestStep[] {
  const done = steps.filter(({ ok, action }) => ok === true && !isLooking(action));
  const key = ({ action }: DigestStep): string => JSON.stringify(action);
  return done.filter((step, index) => {
    const next = done[index + 1];
    return step.effect !== 'unchanged' || next === undefined || key(next) !== key(step);
  });
}

/** One line a step, at most `most` of them, the last ones. */
export function tellSteps(steps: readonly DigestStep[], most: number): string {
  const left = Math.max(0, steps.length - most);
  const lines = steps.slice(-most).map((step, index) => `${left + index + 1}. ${tellStep(step)}`);
  return [...(left === 0 ? [] : [`(${left} steps before)`]), ...lines].join('\n');
}

function tellStep({ words, ok, effect, result, app }: DigestStep): string {
  const end =
    ok === null
      ? 'unknown whether it happened'
      : !ok
        ? 'did not work'
        : effect === 'unchanged'
          ? 'nothing changed'
          : 'done';
  return `${app === '' ? '' : `[${app}] `}${words}: ${end}${result === '' ? '' : ` (${result})`}`;
}
