/** The ledger on a card: shown behind Details, and corrected by words in the thread. */
import type { KeptWish } from '../../ledger/wish.ts';
import type { Choice, Question } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { say } from '../../words/say.ts';
import { type ChangeLedgerNeeds, changeLedger } from './change-ledger.ts';
import { wishSpans } from './say-wishes.ts';

const DETAILS: Choice = { label: say`Details`, value: 'details', style: 'plain' };

/** The choices of a card, with Details where there is a ledger; then words in the thread correct it. */
export function withDetails(
  choices: Question['choices'],
  text: readonly SpokenSpan[],
  wishes: readonly KeptWish[],
): Pick<Question, 'choices' | 'tells' | 'acceptsText'> {
  if (wishes.length === 0) return { choices };
  const details: readonly SpokenSpan[] = [
    ...text,
    '\n\n',
    { bold: say`I'll check each of these at the end:` },
    ...wishSpans(wishes),
    '\n',
    { quiet: say`Write to change one: “2: as a PDF”, “skip 3”, or what else is wanted.` },
  ];
  return {
    choices: [...choices.slice(0, -1), [...(choices.at(-1) ?? []), DETAILS]],
    tells: { value: DETAILS.value, text: details },
    acceptsText: true,
  };
}

/** Applies what was written instead of a tap. The model is told also of what changes no wish. */
export function correctWishes(
  { by, text }: { readonly by: string; readonly text: string },
  run: ChangeLedgerNeeds,
): void {
  run.record({ type: 'answer.received', by, text });
  if (run.state().wishes.length > 0) changeLedger(by, text, run);
}
