/** Questions to the person a run works for: in its thread, off its clock, over when it ends. */
import type { Answer, Question, Questions } from '../outbound/questions.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { RunControl } from './control.ts';
import type { RunTerms } from './run-terms.ts';

/** A question of a run: thread, asker and time limit come from the run unless it names its own. */
export type RunQuestion = Pick<Question, 'text' | 'choices' | 'closing'> &
  Partial<Omit<Question, 'text' | 'choices' | 'closing' | 'of'>>;

/** The time until the answer does not count as work. Rejects with the run's abort reason when the run is stopped first. */
export type Ask = (question: RunQuestion) => Promise<Answer>;

export function createAsk(
  { thread, sender, control, terms }: AskNeeds,
  questions: Pick<Questions, 'ask'>,
  timeoutMs: number,
): Ask {
  return (question) =>
    terms === null
      ? control.offTheClock(() => questions.ask({ thread, of: sender.id, timeoutMs, ...question }, control.signal))
      : endOnQuestion(question, terms, control);
}

export interface AskNeeds {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly control: RunControl;
  /** null: a person waits for this run. */
  readonly terms: Pick<RunTerms, 'yes' | 'park'> | null;
}

/** Ends the run of an order at its question: nobody waits for the run, so the desktop is not kept for an answer. */
async function endOnQuestion(
  { text, picture = null, file = null }: RunQuestion,
  { yes, park }: Pick<RunTerms, 'yes' | 'park'>,
  control: RunControl,
): Promise<never> {
  if (yes === 'park') park({ text, picture, file });
  control.stop({ kind: 'question', yes });
  control.signal.throwIfAborted();
  throw new Error('a run that was stopped goes on');
}
