/** Lines below the end of a run: what appeared while it worked, and what was done about it. Pure. */
import type { Arrival } from '../../journal/arrivals.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { shorten } from '../../words/amounts.ts';
import { join, say, type Text } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';

const MOST_SHOWN = 5;
const MAX_WHAT = 70;

export function arrivalSpans(arrivals: readonly Arrival[]): readonly SpokenSpan[] {
  const shown = arrivals.slice(0, MOST_SHOWN).map((arrival): SpokenSpan => join(['• ', sayArrival(arrival), '\n'], ''));
  const more = arrivals.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [say`${more} more came up.`, '\n'])];
}

function sayArrival({ kind, what, step, settled }: Arrival): Text {
  const name = shorten(showHidden(what), MAX_WHAT);
  const why = showHidden(settled?.why ?? '');
  const head =
    kind === 'file'
      ? say`“${name}” was changed by something else (step ${step})`
      : kind === 'closed'
        ? say`“${name}” was closed by something else (step ${step})`
        : say`“${name}” came up (step ${step})`;
  return join([head, '; ', HOW[settled?.how ?? 'unsaid'], ...(why === '' ? [] : [': ', why])], '');
}

const HOW = {
  asked: say`I asked about it`,
  acted: say`I dealt with it`,
  ignored: say`I left it alone`,
  unsaid: say`I left it alone`,
} as const;
