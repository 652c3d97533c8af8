/** Commands as the inbox keeps them, until somebody was told their end. */

import type { InboundContent, InboundMessage, Thread } from '../ports/chat.ts';
import { readContinued } from '../words/run-name.ts';
import type { Accepted } from './inbox-events.ts';

/** A command that asks for a run. */
export interface QueuedCommand {
  readonly update: string;
  readonly goal: string;
  readonly thread: Thread;
  readonly sender: InboundMessage['sender'];
  /** ISO 8601. */
  readonly sentAt: string;
  /** The earlier run it is to go on from. */
  readonly continues?: string;
}

/** A command nobody was told the end of. */
export interface Unsettled {
  /** `goal` is the text of the message when it is an act by hand. */
  readonly command: QueuedCommand;
  readonly isAct: boolean;
  /** Runs that were begun for it, oldest first. */
  readonly runs: readonly string[];
  /** An earlier life could not tell whether it was already done. */
  readonly isDoubted: boolean;
  /** What came with it and must be fetched first; null when it was only words. */
  readonly received: Received | null;
}

export type Received = Extract<InboundContent, { readonly kind: 'files' | 'voice' }>;

/** Whether its sender is owed a word on how it ended. */
export function isCommand({ goal, act }: Accepted): boolean {
  return goal !== null || act;
}

export function readCommand({ update, goal, act, content, thread: from, sender, sent_at }: Accepted): Unsettled {
  // A button carries only an id.
  const text = content.kind === 'text' ? content.text : content.kind === 'tap' ? 'a click by hand' : '';
  const received = content.kind === 'files' || content.kind === 'voice' ? content : null;
  const continues = readContinued(text);
  return {
    command: {
      update,
      goal: goal ?? text,
      thread: from,
      sender,
      sentAt: sent_at,
      ...(continues === null ? {} : { continues }),
    },
    isAct: act,
    runs: [],
    isDoubted: false,
    received,
  };
}
