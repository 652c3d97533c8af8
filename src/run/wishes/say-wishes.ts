/** The ledger for people: behind Details on a card, and below the end of a run. Pure. */
import type { KeptWish } from '../../ledger/wish.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { shorten } from '../../words/amounts.ts';
import { join, say, short, type Text } from '../../words/say.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';

const MAX_TEXT = 120;
const MAX_WHY = 120;

/** Numbered, so that a person can refer to them. */
export function wishSpans(wishes: readonly KeptWish[]): readonly SpokenSpan[] {
  return wishes.flatMap(({ id, text }): readonly SpokenSpan[] => [`\n${id}. ${showHidden(shorten(text, MAX_TEXT))}`]);
}

/** ✓ proven, ✗ contradicted, – unknown or waived; nothing without a ledger. */
export function wishResults(wishes: readonly KeptWish[]): readonly SpokenSpan[] {
  return wishes.flatMap((wish): readonly SpokenSpan[] => [sayResult(wish), '\n']);
}

function sayResult({ text, status }: KeptWish): Text {
  const wish = showHidden(shorten(text, MAX_TEXT));
  switch (status.name) {
    case 'done':
      return status.isOld === true ? join(['– ', say`${wish} (done before, not checked again)`], '') : `✓ ${wish}`;
    case 'waived':
      return join(['– ', say`${wish} (left out, as you said)`], '');
    case 'open':
      return status.against === ''
        ? join(['– ', say`${wish} (not checked)`], '')
        : join([`✗ ${wish}: `, short(showHiddenIn(status.against), MAX_WHY)], '');
  }
}
