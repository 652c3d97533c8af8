/** Rewrites the inbox at start to what a later process still needs. Pure. */
import type { Stamp } from '../ports/journal.ts';
import type { InboxEvent } from './inbox-events.ts';
import { AGAIN_KEPT, UPDATES_REMEMBERED } from './inbox-state.ts';
import { isNewerOccurrence, readOccurrence, type Through } from './occurrences.ts';
import { isCommand } from './queued-command.ts';

/** Keeps the dedupe set, commands without an end told, messages that did not arrive or are still open, and Again buttons. */
export function compactInbox(events: readonly (InboxEvent & Stamp)[]): readonly (InboxEvent & Stamp)[] {
  const unsettled = new Set<string>();
  const deliveries = new Map<string, Sent>();
  const closed = new Set<string>();
  for (const event of events) {
    if (event.type === 'message.accepted' && isCommand(event)) unsettled.add(event.update);
    if (event.type === 'message.refused') unsettled.delete(event.update);
    if (event.type === 'delivery.queued') {
      if (event.settles !== null) unsettled.delete(event.settles);
      for (const update of event.settles_also ?? []) unsettled.delete(update);
      if (event.message.edits !== null) closed.add(event.message.edits);
      deliveries.set(event.delivery, { queued: event, done: null });
    }
    if (event.type === 'delivery.done') {
      const sent = deliveries.get(event.delivery);
      if (sent !== undefined) deliveries.set(event.delivery, { ...sent, done: event });
    }
  }
  const sent = [...deliveries.values()];
  const withAgain = sent.filter(({ queued }) => Object.keys(queued.message.again).length > 0).slice(-AGAIN_KEPT);
  const waitingEdits = new Set(sent.filter(({ done }) => done === null).map(({ queued }) => queued.message.edits));
  const isOpen = ({ queued: { delivery, message } }: Sent): boolean =>
    (message.kind === 'question' || message.kind === 'status') && message.edits === null && !closed.has(delivery);
  const needed = sent.filter(
    (one) => one.done === null || isOpen(one) || waitingEdits.has(one.queued.delivery) || withAgain.includes(one),
  );
  const kept = new Set<InboxEvent>(needed.flatMap(({ queued, done }) => (done === null ? [queued] : [queued, done])));
  const oldest = events.filter((event) => event.type === 'message.accepted').at(-UPDATES_REMEMBERED)?.seq ?? 0;

  const newest = newestOfOrders(events);
  return events.flatMap((event) => keep(event, { kept, unsettled, oldest, newest }));
}

/** The newest time of each of the latest orders, which must not come due again, even years later. */
function newestOfOrders(events: readonly InboxEvent[]): ReadonlySet<string> {
  const through = new Map<string, Through & { readonly update: string }>();
  for (const event of events) {
    const occurrence = event.type === 'message.accepted' ? readOccurrence(event.update) : null;
    if (occurrence === null || event.type !== 'message.accepted') continue;
    if (!isNewerOccurrence(occurrence, through.get(occurrence.id))) continue;
    through.delete(occurrence.id);
    through.set(occurrence.id, { ...occurrence, update: event.update });
  }
  return new Set([...through.values()].slice(-ORDERS_REMEMBERED).map(({ update }) => update));
}

/** Far more than there can be at a time. */
const ORDERS_REMEMBERED = 2000;

interface Sent {
  readonly queued: Extract<InboxEvent, { readonly type: 'delivery.queued' }>;
  readonly done: InboxEvent | null;
}

interface Needed {
  readonly kept: ReadonlySet<InboxEvent>;
  readonly unsettled: ReadonlySet<string>;
  /** Sequence number of the oldest update to be remembered. */
  readonly oldest: number;
  readonly newest: ReadonlySet<string>;
}

function keep(event: InboxEvent & Stamp, { kept, unsettled, oldest, newest }: Needed): readonly (InboxEvent & Stamp)[] {
  switch (event.type) {
    case 'message.accepted':
      if (unsettled.has(event.update)) return [event];
      if (event.seq < oldest && !newest.has(event.update)) return [];
      // Of a finished command only its update is kept.
      return [isCommand(event) ? { ...event, goal: null, act: false, answer: false } : event];
    case 'command.begun':
    case 'command.doubted':
    case 'command.moved':
      return unsettled.has(event.update) ? [event] : [];
    case 'message.refused':
      return [];
    case 'delivery.queued':
    case 'delivery.done':
      return kept.has(event) ? [event] : [];
  }
}
