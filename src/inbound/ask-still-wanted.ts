/** Asks about a command that may have lost its moment before it runs. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Questions } from '../outbound/questions.ts';
import { say, type Text } from '../words/say.ts';

export interface AskStillWantedPorts {
  readonly questions: Questions;
  readonly timeoutMs: number;
}

/** Whether the person wants it now; no answer is a no. `why`: why it does not simply start. */
export async function askStillWanted(
  { goal, thread, sender, sentAt }: QueuedCommand,
  why: Text,
  { questions, timeoutMs }: AskStillWantedPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const sent = { moment: Date.parse(sentAt) };
  const answer = await questions.ask(
    {
      thread,
      of: sender.id,
      text: [{ bold: say`Run it now?` }, ' ', say`“${goal}” was sent on ${sent}. ${why}`],
      choices: [
        [
          { label: say`Run now`, value: 'run', style: 'good' },
          { label: say`Cancel`, value: 'cancel', style: 'plain' },
        ],
      ],
      stopMeans: 'cancel',
      timeoutMs,
      closing: (end) => [
        end.kind === 'choice' && end.value === 'run' ? say`Running “${goal}” now.` : say`“${goal}” was not run.`,
      ],
    },
    signal,
  );
  return answer.kind === 'choice' && answer.value === 'run';
}
