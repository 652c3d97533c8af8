/** What was accepted and what was sent, in one journal: the dedupe set, the queue and the outbox (design, section 6). */
import type { InboundContent, InboundMessage, PostedMessage, Span, Thread } from '../ports/chat.ts';
import type { Journal } from '../ports/journal.ts';
import type { Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import type { Accepted, CallerOf, Handed, InboxEvent, Occurrence, RunButton, StoredDelivery } from './inbox-events.ts';
import { createInboxState, type LeftOpen, type Sent, type SentAgain, type Undelivered } from './inbox-state.ts';
import { isNewerOccurrence, readOccurrence, type Through } from './occurrences.ts';
import type { Unsettled } from './queued-command.ts';

export interface Inbox {
  /** What could not be read at opening; '' when nothing was damaged. */
  readonly damage: string;
  /** Whether this update was accepted before. */
  knows(update: string): boolean;
  /** False when this update was accepted before. `asks` tells what is owed for it. */
  accept(message: InboundMessage, asks: Asks, context?: AcceptContext): boolean;
  /** The newest time of a standing order that was accepted; null when there is none. */
  through(order: string): Through | null;
  /** Ids of all orders that it knows a time of. */
  ordersKnown(): readonly string[];
  /** Notes that this run is about to begin. */
  begin(update: string, run: string): void;
  /** Notes that the command may have been done already. Best effort, since this process knows it anyway. */
  doubt(update: string): void;
  /** Notes a place in the queue: before that other command. Best effort: a disk that takes nothing loses the order, not the command. */
  move(update: string, before: string): void;
  /**
   * Nothing is owed for it any more; `why` is told to those who wait for it. Counts at once; if the disk fails, it is written before the next event.
   * Never throws.
   */
  refuse(update: string, why: Text): void;
  /** Notes a message that must arrive, and with it the end of the commands it settles; its id. `words`: of the message, in no language yet. */
  queueDelivery(
    thread: Thread,
    message: StoredDelivery,
    settles: string | readonly string[] | null,
    words?: Text,
  ): string;
  finishDelivery(delivery: string, posted: PostedMessage | null): void;
  /** Resolves when all of the above is on the disk. */
  sync(): Promise<void>;
  /** Resolves with the last words on a command, once nothing is owed for it any more. */
  whenSettled(update: string): Promise<Text>;
  /** Accepted messages for which something is owed, neither refused nor settled; oldest first. */
  unsettled(): readonly Unsettled[];
  /** Messages and last edits that never arrived, oldest first. */
  undelivered(): readonly Undelivered[];
  /** Posted questions and live messages without a closing edit. */
  leftOpen(): readonly LeftOpen[];
  /** Place of a delivery's message; null when it was never posted. */
  postedAs(delivery: string): PostedMessage | null;
  /** Goals of Again buttons that were sent, by id. */
  againButtons(): ReadonlyMap<string, SentAgain>;
  /** Meanings of the other buttons of runs' last messages, by id. */
  runButtons(): ReadonlyMap<string, Sent<RunButton>>;
  close(): void;
}

/** The cause of a command that is no plain message: a standing order, a call with values, another program with its token. */
export interface AcceptContext {
  readonly order?: Occurrence;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly caller?: CallerOf | undefined;
  /** The machine it is handed to. */
  readonly handed?: Handed | undefined;
}

/**
 * What a message asks for, which a later life owes when this one is cut off: a run; an answer, for what may be done once more; word of
 * it, for what may have been done and must not be done twice; or nothing.
 */
export type Asks =
  | { readonly goal: string; readonly continues?: string /** No person wrote it. */; readonly isByProgram?: true }
  | 'answer'
  | 'word'
  | 'nothing';

/** Keeps only what it needs of the journal's events. */
export function createInbox({ found, damage, append, sync, close }: Journal<InboxEvent>): Inbox {
  const state = createInboxState();
  const { seen, commands } = state;
  /** Refusals the disk has not taken yet. */
  const owed: InboxEvent[] = [];
  for (const event of found) state.apply(event);
  const watchers = new Map<string, (lastWords: Text) => void>();
  const settle = (update: string | null, lastWords: Text): void => {
    if (update === null) return;
    watchers.get(update)?.(lastWords);
    watchers.delete(update);
  };

  const knows = (update: string): boolean => {
    if (seen.has(update)) return true;
    const occurrence = readOccurrence(update);
    return occurrence !== null && !isNewerOccurrence(occurrence, state.through.get(occurrence.id));
  };

  const record = (event: InboxEvent): void => {
    for (let first = owed[0]; first !== undefined; first = owed[0]) {
      append(first);
      owed.shift();
    }
    state.apply(append(event));
  };

  return {
    damage,
    knows,
    through: (order) => state.through.get(order) ?? null,
    ordersKnown: () => [...state.through.keys()],
    accept(message, asks, { order, values, caller, handed } = {}) {
      if (knows(message.updateId)) return false;
      record({
        type: 'message.accepted',
        update: message.updateId,
        thread: message.thread,
        sender: message.sender,
        sent_at: new Date(message.sentAt).toISOString(),
        content: store(message.content),
        goal: typeof asks === 'object' ? asks.goal : null,
        ...(typeof asks === 'object' && asks.continues !== undefined ? { continues: asks.continues } : {}),
        ...(typeof asks === 'object' && asks.isByProgram === true ? { by_program: true } : {}),
        ...(caller === undefined ? {} : { caller: { ...caller } }),
        ...(order === undefined ? {} : { order: { ...order } }),
        ...(values === undefined ? {} : { values: { ...values } }),
        ...(handed === undefined ? {} : { handed: { ...handed } }),
        act: asks === 'word',
        answer: asks === 'answer',
      });
      return true;
    },
    move(update, before) {
      try {
        record({ type: 'command.moved', update, before });
      } catch {
        // The queue of this process has the order; only a restart would lose it.
      }
    },
    doubt(update) {
      try {
        record({ type: 'command.doubted', update });
      } catch {
        // Only a restart before the next successful write would not know it.
      }
    },
    begin: (update, run) => record({ type: 'command.begun', update, run }),
    refuse(update, why) {
      if (!commands.delete(update)) return;
      const event: InboxEvent = { type: 'message.refused', update, why: english(why) };
      try {
        record(event);
      } catch {
        owed.push(event);
      }
      settle(update, why);
    },
    queueDelivery(to, message, settles, words = message.text.map(wordsOf).join('')) {
      const delivery = `d${state.lastDelivery() + 1}`;
      const [first = null, ...also] = typeof settles === 'string' ? [settles] : (settles ?? []);
      const others = also.length === 0 ? {} : { settles_also: also };
      record({ type: 'delivery.queued', delivery, thread: to, message, settles: first, ...others });
      settle(first, words);
      return delivery;
    },
    finishDelivery(delivery, message) {
      record({
        type: 'delivery.done',
        delivery,
        result: message === null ? 'lost' : 'sent',
        message_id: message?.messageId ?? null,
      });
    },
    sync,
    whenSettled(update) {
      if (!commands.has(update)) return Promise.resolve('');
      return new Promise((resolve) => watchers.set(update, resolve));
    },
    unsettled: () => [...commands.values()],
    undelivered: () => [...state.undelivered.values()],
    leftOpen: () =>
      [...state.open.values()].flatMap(({ delivery, message }) => {
        const where = state.posted.get(delivery);
        return where === undefined ? [] : [{ delivery, posted: where, message }];
      }),
    postedAs: (delivery) => state.posted.get(delivery) ?? null,
    againButtons: () => state.again,
    runButtons: () => state.ofRun,
    close,
  };
}

function store(content: InboundContent): Accepted['content'] {
  return content.kind === 'files' ? { ...content, files: [...content.files] } : content;
}

function wordsOf(span: Span): string {
  return typeof span === 'string' ? span : Object.values(span).join('');
}
