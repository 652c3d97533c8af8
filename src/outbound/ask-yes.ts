/** Asks one person to approve one thing: Approve or Deny; the decision stays on the card. */
import type { Sender, Thread } from '../ports/chat.ts';
import { say } from '../words/say.ts';
import type { Answer, Questions } from './questions.ts';
import type { SpokenSpan } from './spoken.ts';

export interface AskYes {
  readonly thread: Thread;
  /** Only this sender's answer counts. */
  readonly of: Sender['id'];
  readonly text: readonly SpokenSpan[];
  readonly timeoutMs: number;
  /** Whether a card that cannot be delivered ends at once; left out, it expires like one without an answer. */
  readonly mustArrive?: boolean;
}

/** A stop counts as Deny. Rejects with the signal's reason when it aborts. */
export async function askYes(asked: AskYes, questions: Pick<Questions, 'ask'>, signal: AbortSignal): Promise<Answer> {
  return await questions.ask(
    {
      ...asked,
      choices: [
        [
          { label: say`Approve`, value: 'approve', style: 'good' },
          { label: say`Deny`, value: 'deny', style: 'danger' },
        ],
      ],
      stopMeans: 'deny',
      closing: (end) => [
        ...asked.text,
        '\n\n',
        isYes(end) && end.kind === 'choice' ? say`Approved by ${end.by.name}.` : say`Not allowed.`,
      ],
    },
    signal,
  );
}

export function isYes(answer: Answer | { readonly kind: 'stopped' }): boolean {
  return answer.kind === 'choice' && answer.value === 'approve';
}
