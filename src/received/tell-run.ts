/** Words that came with a file: for the open question or the run of their thread. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import { isSameThread, type Questions } from '../questions/questions.ts';
import type { RunQueue } from '../runs/queue.ts';
import { say, type Text } from '../words/say.ts';

/** What the person is told then; '' when there is neither. */
export function tellRun(
  { thread, sender }: QueuedCommand,
  text: string,
  { questions, queue }: { readonly questions: Questions; readonly queue: RunQueue },
): Text {
  if (questions.listening(thread, sender) === 'question' && questions.tell(thread, sender, text)) return say`Answered.`;
  const current = queue.current();
  if (current === null || !isSameThread(current.run.thread, thread)) return '';
  current.hint(sender.id, text);
  return say`Noted; the run takes it into account with its next step.`;
}
