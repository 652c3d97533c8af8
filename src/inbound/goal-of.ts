/** Reads what the words of a message are: a command, an answer, a hint to the run, or a goal. */

import { type Parsed, parseCommand } from '../commands/parse-command.ts';
import { readPlainWord } from '../commands/plain-words.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import { isSameThread } from '../outbound/questions.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { RunHandle } from '../run/life/run-handle.ts';
import { readContinued } from '../words/run-name.ts';
import { withFiles } from '../words/sent-files.ts';
import type { Front } from './gateway-ports.ts';

type From = Pick<InboundMessage, 'thread' | 'sender'>;

/** null when there are none. */
export function readWords({ content, ...from }: InboundMessage, front: Front): Parsed | null {
  return 'text' in content ? parseCommand(withSlash(content.text, from, front)) : null;
}

/** In Slack the plain word is the command, unless the person was asked something: then it is the answer. */
function withSlash(text: string, { thread, sender }: From, { questions }: Front): string {
  const isCommand = thread.platform === 'slack' && questions.listening(thread, sender) === 'nothing';
  return (isCommand ? readPlainWord(text) : null) ?? text;
}

/** The goal this message asks for as a new run; null when it is something else. Decides the order for plain messages. */
export function goalOf(words: Parsed, from: From, front: Front): string | null {
  const goal = bareGoalOf(words, from, front);
  return goal === null ? null : withFiles(goal, front.waitingFiles.find(from.thread, from.sender));
}

/** Without the files that wait for one. */
export function bareGoalOf(words: Parsed, { thread, sender }: From, front: Front): string | null {
  if (words.kind === 'command') return words.command.name === 'run' ? words.command.goal : null;
  if (words.kind === 'wrong' || words.text === '') return null;
  const isForOthers = front.questions.listening(thread, sender) !== 'nothing' || runOf({ thread }, front) !== null;
  return isForOthers ? null : words.text;
}

/** The run under way in this thread; null. */
export function runOf({ thread }: Pick<From, 'thread'>, { queue }: Front): RunHandle | null {
  const current = queue.current();
  return current !== null && isSameThread(current.run.thread, thread) ? current : null;
}

/** The message as a command for the queue. */
export function commandOf({ updateId, thread, sender, sentAt, content }: InboundMessage, goal: string): QueuedCommand {
  const continues = content.kind === 'text' ? readContinued(content.text) : null;
  const command = { update: updateId, goal, thread, sender, sentAt: new Date(sentAt).toISOString() };
  return continues === null ? command : { ...command, continues };
}
