/** Parses an order: time, goal, and terms. By rule; for other texts a model may be asked. */
import { type Doing, type Terms, USUAL_TERMS } from '../order.ts';
import type { When } from '../when.ts';
import { takeTerms } from './read-terms.ts';
import { type Now, readWhen, type Said } from './read-when.ts';

export interface ReadOrder {
  readonly when: When;
  readonly doing: Doing;
  readonly terms: Terms;
}

/** null: no rule reads it. Pure. */
export function readOrder(text: string, said: Said, now: Now): ReadOrder | null {
  const { rest: words, terms } = takeTerms(text.trim());
  const reminder = readReminder(words, now);
  if (reminder !== null) return { ...reminder, terms: { ...USUAL_TERMS, ...terms } };
  const found = readWhen(words, said, now);
  if (found === null || found.rest === '') return null;
  return { when: found.when, doing: readDoing(found.rest), terms: { ...USUAL_TERMS, ...terms } };
}

const REMIND =
  /^(?:please\s+|bitte\s+)?(?:remind\s+(?:me|us)|erinner(?:e|st)?\s+(?:mich|uns)|weck(?:e)?\s+mich)(?![\p{L}\p{N}])\s*/iu;
/** What stands between the time and what is to be remembered. */
const LINK = /^[\s,]*(?:(?:to|that|about|of|daran(?:\s*,\s*(?:dass|zu)?)?|an|dass|zu)(?![\p{L}\p{N}]))?[\s,:]*/iu;

/** A goal that is only a reminder is told, not run. */
export function readDoing(words: string): Doing {
  const rest = REMIND.test(words) ? words.replace(REMIND, '').replace(LINK, '').trim() : '';
  return rest === '' ? { do: 'run', goal: words } : { do: 'remind', text: rest };
}

/** `remind me at 9:00 to call`, `remind me to call tomorrow at 9`. */
function readReminder(words: string, now: Now): Pick<ReadOrder, 'when' | 'doing'> | null {
  if (!REMIND.test(words)) return null;
  const behind = words.replace(REMIND, '');
  const found = readWhen(behind, 'at', now);
  if (found !== null) {
    const text = found.rest.replace(LINK, '').trim();
    return text === '' ? null : { when: found.when, doing: { do: 'remind', text } };
  }
  for (const { index } of behind.matchAll(/(?<=\s)(?=[\p{L}\d])/gu)) {
    const last = readWhen(behind.slice(index), 'nothing', now);
    const text = behind
      .slice(0, index)
      .replace(LINK, '')
      .replace(/[\s,]+$/, '');
    if (last !== null && last.rest.replace(/[.!]+$/, '') === '' && text !== '')
      return { when: last.when, doing: { do: 'remind', text } };
  }
  return null;
}
