/** Chooses the thread of a confirmation: the asker's direct chat, since neither their screen nor their answer concerns a group. */

import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import { say } from '../../words/say.ts';

export interface AskWhereNeeds {
  readonly thread: Thread;
  readonly sender: Sender;
  /** The conversation with this person alone, on the platform of that thread; null when there is none. */
  readonly directThread: (of: Thread, senderId: string) => Thread | null;
  /** A reply in a thread. */
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
}

/** null when the run belongs to a group and this platform has no direct chat with the asker. */
export function findAskThread({ thread, sender, directThread }: AskWhereNeeds): Thread | null {
  return thread.isGroup ? directThread(thread, sender.id) : thread;
}

/** Tells the group that the question is asked elsewhere, without the question's content. */
export function noteElsewhere(asked: Thread, { thread, sender, tell }: AskWhereNeeds): void {
  if (asked !== thread) tell(thread, [say`I need approval for a step and asked ${sender.name} in our direct chat.`]);
}

/** Tells the thread of the run that nobody could be asked and nothing was done. */
export function noteUnreachable({ thread, sender, tell }: AskWhereNeeds): void {
  tell(thread, describeUnreachable(sender));
}

function describeUnreachable({ name }: Sender): readonly SpokenSpan[] {
  return [
    say`I need approval for a step but can't message ${name} directly, so I didn't do it. ${name}, message me there once, then send this again.`,
  ];
}
