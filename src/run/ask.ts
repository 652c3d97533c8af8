/** Questions to the person a run works for: in its thread, off its clock, over when it ends. */
import type { Answer, Question, Questions } from '../outbound/questions.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { RunControl } from './control.ts';

/** A question of a run: thread, asker and time limit come from the run unless it names its own. */
export type RunQuestion = Pick<Question, 'text' | 'choices' | 'closing'> &
  Partial<Omit<Question, 'text' | 'choices' | 'closing' | 'of'>>;

/** The time until the answer does not count as work. Rejects with the run's abort reason when the run is stopped first. */
export type Ask = (question: RunQuestion) => Promise<Answer>;

export function createAsk(
  { thread, sender, control }: { readonly thread: Thread; readonly sender: Sender; readonly control: RunControl },
  questions: Pick<Questions, 'ask'>,
  timeoutMs: number,
): Ask {
  return (question) =>
    control.offTheClock(() => questions.ask({ thread, of: sender.id, timeoutMs, ...question }, control.signal));
}
