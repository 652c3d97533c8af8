/** What was written: noted with what is owed for it, then to the queue, to a command, to an open question or to the run. */

import { isByHandCommand, type Parsed } from '../commands/parse-command.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { readContinued } from '../words/run-name.ts';
import { say } from '../words/say.ts';
import { carryOutCommand } from './carry-out-command.ts';
import { type Front, NOTHING } from './gateway-ports.ts';
import { commandOf, goalOf, runOf } from './goal-of.ts';
import { hintRun } from './tell-run.ts';

/** What is kept of an answer to a secret question. */
const SECRET = { kind: 'text', text: '(secret)' } as const;

export async function takeWords(message: InboundMessage, words: Parsed, front: Front): Promise<Receipt> {
  const { thread, sender, content } = message;
  const { inbox } = front;
  const continued = readContinued('text' in content ? content.text : '');
  const goal = continued === null ? goalOf(words, message, front) : await front.goalOfRun(continued);
  const isSecret = words.kind === 'plain' && front.questions.listening(thread, sender) === 'secret question';
  const asks = goal !== null ? { goal } : isByHand(words) ? 'act' : 'nothing';
  if (!inbox.accept(isSecret ? { ...message, content: SECRET } : message, asks)) return NOTHING;
  if (goal !== null) front.waitingFiles.forget(thread, sender);
  await inbox.sync();
  followWords(message, words, goal, front);
  return isSecret ? { toast: '', isSecret } : NOTHING;
}

/** `goal`: what a run is wanted for; null. */
export function followWords(message: InboundMessage, words: Parsed, goal: string | null, front: Front): void {
  const { thread, sender } = message;
  if (goal !== null) {
    front.submit(commandOf(message, goal));
  } else if (words.kind === 'plain' && words.text === '') {
    front.reply(thread, [say`I understand words, files and voice notes; this message has none of them.`]);
  } else if (words.kind === 'wrong') {
    front.reply(thread, [words.reason]);
  } else if (words.kind === 'command') {
    carryOutCommand(words.command, message, front);
  } else if (!front.questions.tell(thread, sender, words.text)) {
    const current = runOf(message, front);
    if (current === null) return;
    front.reply(thread, [hintRun(current, sender.id, words.text)]);
  }
}

function isByHand(words: Parsed): boolean {
  return words.kind === 'command' && isByHandCommand(words.command);
}
