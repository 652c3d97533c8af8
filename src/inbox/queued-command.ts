/** Commands as the inbox keeps them, until their end has been told. */

import type { InboundContent, InboundMessage, Thread } from '../ports/chat.ts';
import { readContinued } from '../words/run-name.ts';
import type { Accepted, CallerOf, Handed, Occurrence } from './inbox-events.ts';

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
  /** A program asked for it: its goal is not in the person's words. */
  readonly isByProgram?: true;
  /** Token name of the other program that asks; `act`: its single action, as JSON. */
  readonly caller?: CallerOf;
  /** The standing order that asks for it; left out when a person does. */
  readonly order?: Occurrence;
  /** Values that a program sent for the names in the goal: data, never the person's words. */
  readonly values?: Readonly<Record<string, string>>;
  /** The sender's answers about their skill's parameters. */
  readonly params?: Readonly<Record<string, string>>;
}

/** A message for which something is still owed. */
export interface Unsettled {
  /** `goal`: the message's text when it asks for no run. */
  readonly command: QueuedCommand;
  readonly content: InboundContent;
  /** A run; an answer, for which it may be carried out again; or only word of it. */
  readonly owed: 'run' | 'answer' | 'word';
  /** The machine it was handed to; left out for what this one does itself. */
  readonly handed?: Handed;
  /** Runs that were begun for it, oldest first. */
  readonly runs: readonly string[];
  /** True when it may have been done already: an earlier process was repeating it, or could not tell. */
  readonly isDoubted: boolean;
}

export type Received = Extract<InboundContent, { readonly kind: 'files' | 'voice' }>;

/** A file or voice note that must be fetched first; null for text or a tap. */
export function receivedOf(content: InboundContent): Received | null {
  return content.kind === 'files' || content.kind === 'voice' ? content : null;
}

/** Whether its sender is owed something. */
export function isCommand({ goal, act, answer }: Accepted): boolean {
  return goal !== null || act || answer;
}

export function readCommand(event: Accepted): Unsettled {
  const { update, goal, content, thread: from, sender, sent_at: sentAt } = event;
  const text = content.kind === 'text' ? content.text : '';
  const continues = event.continues ?? (event.order === undefined ? readContinued(text) : null);
  return {
    command: {
      update,
      goal: goal ?? text,
      thread: from,
      sender,
      sentAt,
      ...(continues === null ? {} : { continues }),
      ...(event.by_program === true ? { isByProgram: true as const } : {}),
      ...(event.caller === undefined ? {} : { caller: event.caller }),
      ...(event.order === undefined ? {} : { order: event.order }),
      ...(event.values === undefined ? {} : { values: event.values }),
    },
    content,
    ...(event.handed === undefined ? {} : { handed: event.handed }),
    owed: goal !== null ? 'run' : readOwed(event),
    runs: [],
    isDoubted: false,
  };
}

/** Files and voice notes were noted as acts once; they are simply taken in again. */
function readOwed({ answer, content }: Accepted): 'answer' | 'word' {
  return answer || receivedOf(content) !== null ? 'answer' : 'word';
}
