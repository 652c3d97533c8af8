/** What each wish's own evidence says: its typed checks where it has some, else the verdict about it. Pure. */
import type { CheckResult } from '../../journal/acted.ts';
import type { Check } from '../../ledger/check.ts';
import type { Claims, KeptWish } from '../../ledger/wish.ts';
import { shorten } from '../../words/amounts.ts';
import { clause, join, say, type Text } from '../../words/say.ts';
import type { WishVerdict } from './verify-prompt.ts';
import type { WishPictures } from './wish-pictures.ts';

export interface WeighedWish {
  readonly wish: KeptWish;
  /** null: there is no evidence. */
  readonly isMet: boolean | null;
  /** What was found; '' for nothing. */
  readonly text: Text;
  /** The iteration that it was found for. */
  readonly step: number;
}

export interface Evidence {
  /** Results of the checks carried out, by wish; within a wish in the order of its checks. */
  readonly checked: ReadonlyMap<number, readonly CheckResult[]>;
  readonly verdicts: readonly WishVerdict[];
  readonly claims: Claims;
  /** Iteration that claimed "done". */
  readonly iteration: number;
}

export function weighWishes(wishes: readonly KeptWish[], evidence: Evidence): readonly WeighedWish[] {
  return wishes.map((wish) => {
    const { id } = wish;
    const claim = evidence.claims[id];
    const step = claim?.impossible === null ? claim.step : evidence.iteration;
    const typed = (evidence.checked.get(id) ?? []).filter(({ isUntold }) => isUntold !== true);
    const failed = typed.find(({ passed }) => !passed);
    if (failed !== undefined) return { wish, isMet: false, text: failed.text, step };
    if (typed.length > 0)
      return {
        wish,
        isMet: true,
        text: join(
          typed.map(({ text }) => text),
          '; ',
        ),
        step,
      };
    const verdict = evidence.verdicts.findLast(({ number }) => number === id);
    if (verdict?.met === 'yes') return { wish, isMet: true, text: verdict.why, step };
    if (claim !== undefined && claim.impossible !== null)
      return { wish, isMet: false, text: say`it cannot be done: ${clause(shorten(claim.impossible, 100))}`, step };
    return { wish, isMet: verdict?.met === 'no' ? false : null, text: verdict?.why ?? '', step };
  });
}

/** All wishes' checks in one list, each with the id of its wish. */
export function gatherChecks(wishes: readonly KeptWish[], mayRun: (check: Check) => boolean) {
  return wishes.flatMap(({ id, checks = [] }) =>
    // A wish is proven by all of its checks or by none.
    checks.every(mayRun) ? checks.map((check) => ({ id, check })) : [],
  );
}

/** Text for the next step and the end: each open wish; '' when none is. */
export function tellOpen(weighed: readonly WeighedWish[]): Text {
  const open = weighed.filter(({ isMet }) => isMet !== true);
  if (open.length === 0) return '';
  return join(
    open.map(({ wish, isMet, text }) => {
      const name = say`wish ${wish.id} (${shorten(wish.text, 80)})`;
      if (isMet === null) return say`nothing shows that ${name} is done`;
      return text === '' ? say`${name} is open` : say`${name} is open: ${clause(text)}`;
    }),
    '; ',
  );
}

/** For the prompt of the check. */
export function listWishes(wishes: readonly KeptWish[], pictures: WishPictures): readonly string[] {
  return [
    'Wishes:',
    ...wishes.map(({ id, text, never }) => `${id}. ${never === true ? 'Must not happen otherwise: ' : ''}${text}`),
    ...pictures.of.map(
      ({ step, wishes: of }, index) =>
        `Picture ${index + 2} is of step ${step}, where the worker said that ${of.map((id) => `wish ${id}`).join(', ')} was done: judge ${of.length === 1 ? 'it' : 'them'} by that one.`,
    ),
  ];
}
