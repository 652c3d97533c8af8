/** The acts of a run in plain lines of English: for its story, for lessons, for a run that continues it. Pure. */
import { sayAct } from '../journal/step-words.ts';
import type { Act } from '../journal/steps.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { speak } from '../words/speak.ts';

const RESULT_LENGTH = 160;

/** "clicking button “Send”". */
export function nameAct(act: Act): string {
  return speak(sayAct(act), 'en');
}

/** Its result, shortened; ''. */
export function tellResult({ result }: Act): string {
  if (result === null) return '';
  return result.type === 'action.unknown' ? result.why : shorten(oneLine(result.text), RESULT_LENGTH);
}

/** One line for each act that was carried out or tried; only the last `most`. */
export function tellActs(acts: readonly Act[], most: number): string {
  const tried = acts.filter(({ result }) => result !== null);
  const left = Math.max(0, tried.length - most);
  const lines = tried.slice(-most).map((act, index) => `${left + index + 1}. ${tellAct(act)}`);
  return [...(left === 0 ? [] : [`(${left} steps before)`]), ...lines].join('\n');
}

function tellAct(act: Act): string {
  const { ok, effect, app } = act;
  const result = tellResult(act);
  const end =
    ok === null
      ? 'unknown whether it happened'
      : !ok
        ? 'did not work'
        : effect === 'unchanged'
          ? 'nothing changed'
          : 'done';
  return `${app === '' ? '' : `[${app}] `}${nameAct(act)}: ${end}${result === '' ? '' : ` (${result})`}`;
}
