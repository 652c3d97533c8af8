/** What was accepted and what was sent, in one journal: the dedupe set, the queue and the outbox (design, section 6). */
import { z } from 'zod';
import type { InboundContent, InboundMessage, PostedMessage, Thread } from '../ports/chat.ts';
import type { Journal, Stamp } from '../ports/journal.ts';
import type { RunButton } from './after-run.ts';
import { readContinued } from './parse-command.ts';

const thread = z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() });
const span = z.union([
  z.string(),
  z.object({ bold: z.string() }),
  z.object({ code: z.string() }),
  z.object({ block: z.string() }),
  z.object({ quiet: z.string() }),
]);
const button = z.object({ label: z.string(), data: z.string().nullable(), style: z.enum(['plain', 'good', 'danger']) });

const attachment = z.object({
  ref: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().nullable(),
});

/** A message on its way out, small enough for a journal line: its picture is named, not held. */
const deliverySchema = z.object({
  text: z.array(span),
  buttons: z.array(z.array(button)),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  picture: z.object({ run: z.string(), name: z.string(), alt: z.string() }).nullable(),
  /** Name of the file sent beside the text; the file itself is not kept. */
  file: z.string().nullable().default(null),
  /** Goals of the Again buttons by their id: these outlive a restart. */
  again: z.record(z.string(), z.string()),
  /** Other buttons of a run's last message by their id; these too. */
  of_run: z
    .record(z.string(), z.object({ kind: z.enum(['report', 'good', 'bad', 'skill']), of: z.string() }))
    .optional(),
  /** The earlier delivery whose message this one replaces; null for a new message. */
  edits: z.string().nullable(),
});
export type StoredDelivery = z.infer<typeof deliverySchema>;

export const inboxEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.accepted'),
    update: z.string(),
    thread,
    sender: z.object({ id: z.string(), name: z.string(), language: z.string() }),
    sent_at: z.string(),
    /** The text, or what the tapped button carried. */
    content: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('tap'), data: z.string(), messageId: z.string() }),
      z.object({
        kind: z.literal('files'),
        text: z.string(),
        files: z.array(attachment),
        album: z.string().optional(),
      }),
      z.object({ kind: z.literal('voice'), audio: attachment, seconds: z.number().nullable() }),
      z.object({ kind: z.literal('stop') }),
    ]),
    /** The goal when this message asks for a run; null otherwise. */
    goal: z.string().nullable(),
    /** True for an act by hand. */
    act: z.boolean().default(false),
  }),
  /** Written before the run's own first event: from here on the command has had its try. */
  z.object({ type: z.literal('command.begun'), update: z.string(), run: z.string() }),
  /** Moved in the queue: from now on it comes before that other one. */
  z.object({ type: z.literal('command.moved'), update: z.string(), before: z.string() }),
  /** Not (or no longer) to be carried out, and told so before: a queued run that was cancelled, an old one not wanted any more. */
  z.object({ type: z.literal('message.refused'), update: z.string(), why: z.string() }),
  z.object({
    type: z.literal('delivery.queued'),
    delivery: z.string(),
    thread,
    message: deliverySchema,
    /** The command this message is the last word on: in one event it is both over and told. */
    settles: z.string().nullable().default(null),
  }),
  z.object({
    type: z.literal('delivery.done'),
    delivery: z.string(),
    result: z.enum(['sent', 'lost']),
    message_id: z.string().nullable(),
  }),
]);
export type InboxEvent = z.infer<typeof inboxEventSchema>;
type Accepted = Extract<InboxEvent, { readonly type: 'message.accepted' }>;

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
  /** What came with it and must be fetched first; null when it was only words. */
  readonly received: Received | null;
}

export type Received = Extract<InboundContent, { readonly kind: 'files' | 'voice' }>;

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

export interface Inbox {
  /** What could not be read when it was opened; '' when all was sound. */
  readonly damage: string;
  /** False when this update was accepted before. `asks` tells what is owed for it. */
  accept(message: InboundMessage, asks: Asks): boolean;
  /** Notes that this run is about to begin. */
  begin(update: string, run: string): void;
  /** Notes a place in the queue: before that other command. Best effort: a disk that takes nothing loses the order, not the command. */
  move(update: string, before: string): void;
  /** Counts at once; what the disk does not take now is written before the next event that it takes. Never throws. */
  refuse(update: string, why: string): void;
  /** Notes a message that must arrive, and with it the end of the command `settles`; its id. */
  queueDelivery(thread: Thread, message: StoredDelivery, settles: string | null): string;
  finishDelivery(delivery: string, posted: PostedMessage | null): void;
  /** Resolves when all of the above is on the disk. */
  sync(): Promise<void>;
  /** Commands accepted and neither refused nor settled by a message, oldest first. */
  unsettled(): readonly Unsettled[];
  /** Messages and last edits that never arrived, oldest first. */
  undelivered(): readonly Undelivered[];
  /** Questions and live messages that were posted and never got their last edit. */
  leftOpen(): readonly LeftOpen[];
  /** Where a delivery's message is; null when it was never posted. */
  postedAs(delivery: string): PostedMessage | null;
  /** Meanings of Again buttons that were sent, by id. */
  againButtons(): ReadonlyMap<string, string>;
  /** Meanings of the other buttons of runs' last messages, by id. */
  runButtons(): ReadonlyMap<string, RunButton>;
  close(): void;
}

/** A run with that goal, an act by hand, or nothing that is to be carried out after a restart or told about. */
export type Asks = { readonly goal: string } | 'act' | 'nothing';

/** Enough for any platform's redeliveries: Telegram keeps updates for a day, Slack retries for minutes. */
export const UPDATES_REMEMBERED = 20_000;
/** Again buttons on older messages are dead. */
export const AGAIN_KEPT = 500;
const RUN_BUTTONS_KEPT = 3 * AGAIN_KEPT;

export function createInbox(journal: Journal<InboxEvent>): Inbox {
  const seen = new Set<string>();
  const commands = new Map<string, Unsettled>();
  const undelivered = new Map<string, Undelivered>();
  const posted = new Map<string, PostedMessage>();
  const open = new Map<string, Undelivered>();
  const again = new Map<string, string>();
  const ofRun = new Map<string, RunButton>();
  /** Refusals the disk has not taken yet. */
  const owed: InboxEvent[] = [];
  let deliveries = 0;

  const apply = (event: InboxEvent & Stamp): void => {
    switch (event.type) {
      case 'message.accepted':
        keepNewest(seen.add(event.update), UPDATES_REMEMBERED);
        if (isCommand(event)) commands.set(event.update, readCommand(event));
        // An Again button works once.
        if (event.content.kind === 'tap') again.delete(event.content.data);
        return;
      case 'command.begun': {
        const command = commands.get(event.update);
        if (command !== undefined) commands.set(event.update, { ...command, runs: [...command.runs, event.run] });
        return;
      }
      case 'command.moved':
        putBefore(commands, event.update, event.before);
        return;
      case 'message.refused':
        commands.delete(event.update);
        return;
      case 'delivery.queued':
        deliveries = Math.max(deliveries, numberOf(event.delivery));
        if (event.settles !== null) commands.delete(event.settles);
        undelivered.set(event.delivery, { delivery: event.delivery, thread: event.thread, message: event.message });
        if (event.message.edits !== null) {
          open.delete(event.message.edits);
        } else if (event.message.kind === 'question' || event.message.kind === 'status') {
          open.set(event.delivery, { delivery: event.delivery, thread: event.thread, message: event.message });
        }
        for (const [id, goal] of Object.entries(event.message.again)) again.set(id, goal);
        keepNewest(again, AGAIN_KEPT);
        for (const [id, button] of Object.entries(event.message.of_run ?? {})) ofRun.set(id, button);
        while (ofRun.size > RUN_BUTTONS_KEPT) keepNewest(ofRun, RUN_BUTTONS_KEPT);
        return;
      case 'delivery.done': {
        deliveries = Math.max(deliveries, numberOf(event.delivery));
        const delivery = undelivered.get(event.delivery);
        undelivered.delete(event.delivery);
        if (delivery === undefined) return;
        if (event.message_id === null) open.delete(event.delivery);
        else if (open.has(event.delivery) || hasWaitingEdit(event.delivery))
          posted.set(event.delivery, { thread: delivery.thread, messageId: event.message_id });
        if (delivery.message.edits !== null) posted.delete(delivery.message.edits);
      }
    }
  };
  /** Its last words may be queued before it has arrived. */
  const hasWaitingEdit = (delivery: string): boolean =>
    [...undelivered.values()].some(({ message }) => message.edits === delivery);
  for (const event of journal.found) apply(event);

  const record = (event: InboxEvent): void => {
    for (let first = owed[0]; first !== undefined; first = owed[0]) {
      journal.append(first);
      owed.shift();
    }
    apply(journal.append(event));
  };

  return {
    damage: journal.damage,
    accept(message, asks) {
      if (seen.has(message.updateId)) return false;
      record({
        type: 'message.accepted',
        update: message.updateId,
        thread: message.thread,
        sender: message.sender,
        sent_at: new Date(message.sentAt).toISOString(),
        content: store(message.content),
        goal: typeof asks === 'object' ? asks.goal : null,
        act: asks === 'act',
      });
      return true;
    },
    move(update, before) {
      try {
        record({ type: 'command.moved', update, before });
      } catch {
        // The queue of this life has it; only a restart would not.
      }
    },
    begin: (update, run) => record({ type: 'command.begun', update, run }),
    refuse(update, why) {
      if (!commands.delete(update)) return;
      const event: InboxEvent = { type: 'message.refused', update, why };
      try {
        record(event);
      } catch {
        owed.push(event);
      }
    },
    queueDelivery(to, message, settles) {
      const delivery = `d${deliveries + 1}`;
      record({ type: 'delivery.queued', delivery, thread: to, message, settles });
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
    sync: () => journal.sync(),
    unsettled: () => [...commands.values()],
    undelivered: () => [...undelivered.values()],
    leftOpen: () =>
      [...open.values()].flatMap(({ delivery, message }) => {
        const where = posted.get(delivery);
        return where === undefined ? [] : [{ delivery, posted: where, message }];
      }),
    postedAs: (delivery) => posted.get(delivery) ?? null,
    againButtons: () => again,
    runButtons: () => ofRun,
    close: () => journal.close(),
  };
}

function store(content: InboundContent): Accepted['content'] {
  return content.kind === 'files' ? { ...content, files: [...content.files] } : content;
}

/** Whether its sender is owed a word on how it ended. */
export function isCommand({ goal, act }: Accepted): boolean {
  return goal !== null || act;
}

function readCommand({ update, goal, act, content, thread: from, sender, sent_at }: Accepted): Unsettled {
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
    received,
  };
}

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

/** Sets and maps keep the order in which things came. */
function keepNewest(
  kept: { readonly size: number; keys(): Iterator<string>; delete(key: string): boolean },
  most: number,
): void {
  const oldest = kept.keys().next();
  if (kept.size > most && !oldest.done) kept.delete(oldest.value);
}
