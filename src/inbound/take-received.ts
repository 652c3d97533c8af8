/** A file or a voice note: noted at once, taken in behind. */

import type { Parsed } from '../commands/parse-command.ts';
import type { Received } from '../inbox/queued-command.ts';
import type { InboundMessage, Receipt } from '../ports/chat.ts';
import { type Front, NOTHING } from './gateway-ports.ts';
import { bareGoalOf, commandOf } from './goal-of.ts';

/** The words below a file are a goal, or go to the question or the run of this thread. */
export async function takeReceived(
  message: InboundMessage,
  received: Received,
  words: Parsed | null,
  front: Front,
): Promise<Receipt> {
  const goal = words === null ? null : bareGoalOf(words, message, front);
  if (!front.inbox.accept(message, goal === null ? 'act' : { goal })) return NOTHING;
  await front.inbox.sync();
  const taken = front.reception.take(commandOf(message, goal ?? ''), received, goal);
  front.behind(message.thread, taken, message.updateId);
  return NOTHING;
}
