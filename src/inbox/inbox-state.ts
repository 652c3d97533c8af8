/** State of the inbox, folded from its events: the dedupe set, open commands, outgoing messages. */
import type { PostedMessage, Thread } from '../ports/chat.ts';
import type { InboxEvent, RunButton, StoredDelivery } from './inbox-events.ts';
import { isNewerOccurrence, readOccurrence, type Through } from './occurrences.ts';
import { isCommand, readCommand, type Unsettled } from './queued-command.ts';

export interface Undelivered {
  readonly delivery: string;
  readonly thread: Thread;
  readonly message: StoredDelivery;
}

export interface LeftOpen {
  readonly delivery: string;
  readonly posted: PostedMessage;
  readonly message: StoredDelivery;
}

/** Meaning of a message's button, and the message's thread. */
export interface Sent<Meaning> {
  readonly meaning: Meaning;
  readonly thread: Thread;
}

/** Goal of an Again button, and the interrupted run that it continues. */
export interface SentAgain extends Sent<string> {
  readonly continues?: string;
}

/** Enough for any platform's redeliveries: Telegram keeps updates for a day, Slack retries for minutes. */
export const UPDATES_REMEMBERED = 20_000;
/** Again buttons on older messages are dead. */
export const AGAIN_KEPT = 500;
const RUN_BUTTONS_KEPT = 3 * AGAIN_KEPT;

export interface InboxState {
  readonly seen: ReadonlySet<string>;
  /** The newest time of each standing order, by its id; all earlier ones are known. */
  readonly through: ReadonlyMap<string, Through>;
  /** Commands without an end told, in the order of the queue. */
  readonly commands: Map<string, Unsettled>;
  readonly undelivered: ReadonlyMap<string, Undelivered>;
  /** Messages that may be edited once more. */
  readonly posted: ReadonlyMap<string, PostedMessage>;
  /** Questions and live messages that are not closed yet. */
  readonly open: ReadonlyMap<string, Undelivered>;
  readonly again: ReadonlyMap<string, SentAgain>;
  readonly ofRun: ReadonlyMap<string, Sent<RunButton>>;
  /** Of the newest delivery. */
  lastDelivery(): number;
  apply(event: InboxEvent): void;
}

export function createInboxState(): InboxState {
  const seen = new Set<string>();
  const through = new Map<string, Through>();
  const commands = new Map<string, Unsettled>();
  const undelivered = new Map<string, Undelivered>();
  const posted = new Map<string, PostedMessage>();
  const open = new Map<string, Undelivered>();
  const again = new Map<string, SentAgain>();
  const ofRun = new Map<string, Sent<RunButton>>();
  let deliveries = 0;

  const noteOccurrence = (update: string): void => {
    const occurrence = readOccurrence(update);
    if (occurrence !== null && isNewerOccurrence(occurrence, through.get(occurrence.id)))
      through.set(occurrence.id, occurrence);
  };

  const queue = ({ delivery, thread, message, settles, settles_also }: EventOf<'delivery.queued'>): void => {
    deliveries = Math.max(deliveries, numberOf(delivery));
    if (settles !== null) commands.delete(settles);
    for (const update of settles_also ?? []) commands.delete(update);
    undelivered.set(delivery, { delivery, thread, message });
    if (message.edits !== null) open.delete(message.edits);
    else if (message.kind === 'question' || message.kind === 'status')
      open.set(delivery, { delivery, thread, message });
    for (const [id, goal] of Object.entries(message.again)) {
      const continues = message.again_from?.[id];
      again.set(id, { meaning: goal, thread, ...(continues === undefined ? {} : { continues }) });
    }
    keepNewest(again, AGAIN_KEPT);
    for (const [id, button] of Object.entries(message.of_run ?? {})) ofRun.set(id, { meaning: button, thread });
    while (ofRun.size > RUN_BUTTONS_KEPT) keepNewest(ofRun, RUN_BUTTONS_KEPT);
  };

  const finish = ({ delivery, message_id }: EventOf<'delivery.done'>): void => {
    deliveries = Math.max(deliveries, numberOf(delivery));
    const sent = undelivered.get(delivery);
    undelivered.delete(delivery);
    if (sent === undefined) return;
    if (message_id === null) open.delete(delivery);
    else if (open.has(delivery) || hasWaitingEdit(delivery))
      posted.set(delivery, { thread: sent.thread, messageId: message_id });
    if (sent.message.edits !== null) posted.delete(sent.message.edits);
  };

  /** The closing edit may be queued before the message has arrived. */
  const hasWaitingEdit = (delivery: string): boolean =>
    [...undelivered.values()].some(({ message }) => message.edits === delivery);

  return {
    seen,
    through,
    commands,
    undelivered,
    posted,
    open,
    again,
    ofRun,
    lastDelivery: () => deliveries,
    apply(event) {
      switch (event.type) {
        case 'message.accepted':
          keepNewest(seen.add(event.update), UPDATES_REMEMBERED);
          noteOccurrence(event.update);
          if (isCommand(event)) commands.set(event.update, readCommand(event));
          // An Again button works once.
          if (event.content.kind === 'tap') again.delete(event.content.data);
          return;
        case 'command.begun': {
          const command = commands.get(event.update);
          if (command !== undefined) commands.set(event.update, { ...command, runs: [...command.runs, event.run] });
          return;
        }
        case 'command.doubted': {
          const command = commands.get(event.update);
          if (command !== undefined) commands.set(event.update, { ...command, isDoubted: true });
          return;
        }
        case 'command.moved':
          return putBefore(commands, event.update, event.before);
        case 'message.refused':
          commands.delete(event.update);
          return;
        case 'delivery.queued':
          return queue(event);
        case 'delivery.done':
          return finish(event);
      }
    },
  };
}

type EventOf<Type extends InboxEvent['type']> = Extract<InboxEvent, { readonly type: Type }>;

function numberOf(delivery: string): number {
  return Number(delivery.slice(1)) || 0;
}

/** Changes the order of a map: `key` comes right before `other`. */
function putBefore<Value>(map: Map<string, Value>, key: string, other: string): void {
  const moved = map.get(key);
  if (moved === undefined || !map.has(other)) return;
  const entries = [...map].filter(([name]) => name !== key);
  map.clear();
  for (const [name, value] of entries) {
    if (name === other) map.set(key, moved);
    map.set(name, value);
  }
}

/** Sets and maps keep the order of insertion. */
function keepNewest(
  kept: { readonly size: number; keys(): Iterator<string>; delete(key: string): boolean },
  most: number,
): void {
  const oldest = kept.keys().next();
  if (kept.size > most && !oldest.done) kept.delete(oldest.value);
}
