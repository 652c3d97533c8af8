/** Where a confirmation is asked: with the person alone. In a group their answer, and what is on their screen, is nobody else's business. */

import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import { say } from '../../words/say.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';

/** null: the run is of a group, and this chat knows no way to the person alone. */
export function findAskThread(
  { thread, sender }: Pick<ActiveRun, 'thread' | 'sender'>,
  ports: RunPorts,
): Thread | null {
  return thread.isGroup ? ports.directThread(thread, sender.id) : thread;
}

/** Tells the group that the question is asked elsewhere; nothing of what it says. */
export function noteElsewhere(asked: Thread, { thread, sender }: ActiveRun, ports: RunPorts): void {
  if (asked !== thread)
    ports.tell(thread, [say`I need a yes for a step, and asked ${sender.name} in our direct chat.`]);
}

/** Told where the run was started; nothing was done. */
export function noteUnreachable({ thread, sender }: ActiveRun, ports: RunPorts): void {
  ports.tell(thread, describeUnreachable(sender));
}

function describeUnreachable({ name }: Sender): readonly SpokenSpan[] {
  return [
    say`I need a yes for a step and cannot write to ${name} directly, so I did not do it. ${name}, write to me there once, then send the command again.`,
  ];
}
