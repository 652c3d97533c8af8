/** Passes a person's words to the open question or the run of their thread. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import { isSameThread, type Questions } from '../outbound/questions.ts';
import type { Thread } from '../ports/chat.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import type { RunQueue } from '../run/queue.ts';
import { say, slash, type Text } from '../words/say.ts';

/** Returns the reply; '' when there is neither a question nor a run. */
export function tellRun(
  { thread, sender }: QueuedCommand,
  text: string,
  { questions, queue }: { readonly questions: Questions; readonly queue: RunQueue },
): Text {
  if (questions.listening(thread, sender, text) === 'question' && questions.tell(thread, sender, text))
    return say`Answered.`;
  const current = runHere(thread, queue);
  return current === null ? '' : hintRun(current, sender.id, text);
}

/** The run under way in this thread; null. */
export function runHere(thread: Thread, queue: Pick<RunQueue, 'current'>): RunHandle | null {
  const current = queue.current();
  return current !== null && isSameThread(current.run.thread, thread) ? current : null;
}

/** Passes a hint on and returns the reply: a playbook without a model cannot use it. */
export function hintRun(current: RunHandle, by: string, text: string): Text {
  current.hint(by, text);
  return current.run.model !== null
    ? say`Got it. I'll use it in the next step.`
    : say`I'm following fixed steps and can't take that in now. To have it done next, send it with ${slash('run')}.`;
}
