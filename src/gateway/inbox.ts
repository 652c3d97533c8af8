/** What was accepted and what was sent, in one journal: the dedupe set, the queue and the outbox (design, section 6). */
import { z } from 'zod';
import type { InboundMessage, PostedMessage, Thread } from '../ports/chat.ts';
import type { Journal, Stamp } from '../ports/journal.ts';

const thread = z.object({ platform: z.enum(['telegram', 'slack', 'web']), key: z.string(), isGroup: z.boolean() });
const span = z.union([
  z.string(),
  z.object({ bold: z.string() }),
  z.object({ code: z.string() }),
  z.object({ block: z.string() }),
  z.object({ quiet: z.string() }),
]);
const button = z.object({ label: z.string(), data: z.string().nullable(), style: z.enum(['plain', 'good', 'danger']) });

/** A message on its way out, small enough for a journal line: its picture is named, not held. */
const deliverySchema = z.object({
  text: z.array(span),
  buttons: z.array(z.array(button)),
  kind: z.enum(['status', 'reply', 'question', 'end']),
  picture: z.object({ run: z.string(), name: z.string(), alt: z.string() }).nullable(),
  /** Goals of the Again buttons by their id: these outlive a restart. */
  again: z.record(z.string(), z.string()),
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
    ]),
    /** The goal when this message asks for a run; null otherwise. */
    goal: z.string().nullable(),
  }),
  /** Not (or no longer) to be carried out: a queued run that was cancelled, a command that failed before it became a run. */
  z.object({ type: z.literal('message.refused'), update: z.string(), why: z.string() }),
  z.object({ type: z.literal('delivery.queued'), delivery: z.string(), thread, message: deliverySchema }),
  z.object({
    type: z.literal('delivery.done'),
    delivery: z.string(),
    result: z.enum(['sent', 'lost']),
    message_id: z.string().nullable(),
  }),
]);
export type InboxEvent = z.infer<typeof inboxEventSchema>;
type Accepted = Extract<InboxEvent, { readonly type: 'message.accepted' }>;

/** A command that waits for its run. */
export interface QueuedCommand {
  readonly update: string;
  readonly goal: string;
  readonly thread: Thread;
  readonly sender: InboundMessage['sender'];
  /** ISO 8601. */
  readonly sentAt: string;
}

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
  /** False when this update was accepted before. */
  accept(message: InboundMessage, goal: string | null): boolean;
  refuse(update: string, why: string): void;
  /** Notes a message that must arrive; its id. */
  queueDelivery(thread: Thread, message: StoredDelivery): string;
  finishDelivery(delivery: string, posted: PostedMessage | null): void;
  /** Resolves when all of the above is on the disk. */
  sync(): Promise<void>;
  /** Commands accepted earlier that have neither a run (`started` tells) nor been refused, oldest first. */
  waiting(started: ReadonlySet<string>): readonly QueuedCommand[];
  /** Messages and last edits that never arrived, oldest first. */
  undelivered(): readonly Undelivered[];
  /** Questions and live messages that were posted and never got their last edit. */
  leftOpen(): readonly LeftOpen[];
  /** Where a delivery's message is; null when it was never posted. */
  postedAs(delivery: string): PostedMessage | null;
  /** Meanings of Again buttons that were sent, by id. */
  againButtons(): ReadonlyMap<string, string>;
  close(): void;
}

/** Enough for any platform's redeliveries: Telegram keeps updates for a day, Slack retries for minutes. */
const UPDATES_REMEMBERED = 20_000;

export function createInbox(journal: Journal<InboxEvent>): Inbox {
  const seen = new Set<string>();
  const accepted = new Map<string, Accepted>();
  const undelivered = new Map<string, Undelivered>();
  const posted = new Map<string, PostedMessage>();
  const open = new Map<string, Undelivered>();
  const again = new Map<string, string>();
  let deliveries = 0;

  const apply = (event: InboxEvent & Stamp): void => {
    switch (event.type) {
      case 'message.accepted': {
        seen.add(event.update);
        const oldest = seen.values().next();
        if (seen.size > UPDATES_REMEMBERED && !oldest.done) seen.delete(oldest.value);
        if (event.goal !== null) accepted.set(event.update, event);
        // An Again button works once.
        if (event.content.kind === 'tap') again.delete(event.content.data);
        return;
      }
      case 'message.refused':
        accepted.delete(event.update);
        return;
      case 'delivery.queued':
        deliveries = Math.max(deliveries, Number(event.delivery.slice(1)) || 0);
        undelivered.set(event.delivery, { delivery: event.delivery, thread: event.thread, message: event.message });
        if (event.message.edits !== null) {
          open.delete(event.message.edits);
        } else if (event.message.kind === 'question' || event.message.kind === 'status') {
          open.set(event.delivery, { delivery: event.delivery, thread: event.thread, message: event.message });
        }
        for (const [id, goal] of Object.entries(event.message.again)) again.set(id, goal);
        return;
      case 'delivery.done': {
        const delivery = undelivered.get(event.delivery);
        undelivered.delete(event.delivery);
        if (delivery === undefined) return;
        if (event.message_id === null) open.delete(event.delivery);
        else if (open.has(event.delivery))
          posted.set(event.delivery, { thread: delivery.thread, messageId: event.message_id });
        if (delivery.message.edits !== null) posted.delete(delivery.message.edits);
      }
    }
  };
  for (const event of journal.found) apply(event);
  const record = (event: InboxEvent): void => apply(journal.append(event));

  return {
    accept(message, goal) {
      if (seen.has(message.updateId)) return false;
      record({
        type: 'message.accepted',
        update: message.updateId,
        thread: message.thread,
        sender: message.sender,
        sent_at: new Date(message.sentAt).toISOString(),
        content: message.content,
        goal,
      });
      return true;
    },
    refuse: (update, why) => record({ type: 'message.refused', update, why }),
    queueDelivery(to, message) {
      const delivery = `d${deliveries + 1}`;
      record({ type: 'delivery.queued', delivery, thread: to, message });
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
    waiting: (started) =>
      [...accepted.values()]
        .filter((event) => !started.has(event.update))
        .map(({ update, goal, thread: from, sender, sent_at }) => ({
          update,
          goal: goal ?? '',
          thread: from,
          sender,
          sentAt: sent_at,
        })),
    undelivered: () => [...undelivered.values()],
    leftOpen: () =>
      [...open.values()].flatMap(({ delivery, message }) => {
        const where = posted.get(delivery);
        return where === undefined ? [] : [{ delivery, posted: where, message }];
      }),
    postedAs: (delivery) => posted.get(delivery) ?? null,
    againButtons: () => again,
    close: () => journal.close(),
  };
}

/** What must be kept of an inbox when it is rewritten at start: the dedupe set, what waits, what was not delivered, Again buttons. */
export function compactInbox(
  events: readonly (InboxEvent & Stamp)[],
  started: ReadonlySet<string>,
): readonly (InboxEvent & Stamp)[] {
  const done = new Set(events.filter((event) => event.type === 'delivery.done').map((event) => event.delivery));
  const queued = events.filter((event) => event.type === 'delivery.queued');
  const closed = new Set(queued.map((event) => event.message.edits));
  const open = new Set(
    queued
      .filter(
        ({ delivery, message }) =>
          (message.kind === 'question' || message.kind === 'status') && message.edits === null && !closed.has(delivery),
      )
      .map((event) => event.delivery),
  );
  const pendingEdits = new Set(queued.filter((event) => !done.has(event.delivery)).map((event) => event.message.edits));
  const isNeeded = (delivery: string): boolean => open.has(delivery) || pendingEdits.has(delivery);
  const refused = new Set(events.filter((event) => event.type === 'message.refused').map((event) => event.update));
  const oldestKept = events.filter((event) => event.type === 'message.accepted').at(-UPDATES_REMEMBERED)?.seq ?? 0;
  const oldestAgain = events.filter((event) => event.type === 'delivery.queued').at(-AGAIN_KEPT)?.seq ?? 0;
  const isKept = (event: InboxEvent & Stamp): boolean => {
    switch (event.type) {
      case 'message.accepted': {
        const isWaiting = event.goal !== null && !refused.has(event.update) && !started.has(event.update);
        return isWaiting || event.seq >= oldestKept;
      }
      case 'message.refused':
        return event.seq >= oldestKept;
      case 'delivery.queued':
        return (
          !done.has(event.delivery) ||
          isNeeded(event.delivery) ||
          (Object.keys(event.message.again).length > 0 && event.seq >= oldestAgain)
        );
      case 'delivery.done':
        return event.seq >= oldestAgain || isNeeded(event.delivery);
    }
  };
  const kept = events.filter(isKept);
  // A command that has its run waits no more; only its update is remembered.
  return kept.map((event) =>
    event.type === 'message.accepted' && started.has(event.update) && event.goal !== null
      ? { ...event, goal: null }
      : event,
  );
}

const AGAIN_KEPT = 500;
