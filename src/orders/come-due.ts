/** Enters due orders into the inbox: each time exactly once, despite clock changes, sleep or a restart. */
import type { Inbox } from '../inbox/inbox.ts';
import type { Occurrence } from '../inbox/inbox-events.ts';
import { writeOccurrence } from '../inbox/occurrences.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Thread } from '../ports/chat.ts';
import { duesBetween, nextDue } from './due-times.ts';
import { type Order, wordsOf } from './order.ts';
import type { OrderBook } from './order-book.ts';
import { monthOf, type StandingOrder } from './order-state.ts';

/** A time that was entered now, with its command in the inbox. */
export interface CameDue {
  readonly standing: StandingOrder;
  readonly command: QueuedCommand & { readonly order: Occurrence };
}

export interface ComeDuePorts {
  readonly book: OrderBook;
  readonly inbox: Pick<Inbox, 'accept' | 'through'>;
  readonly isAllowed: (senderId: string) => boolean;
  /** The thread that its run reports in. */
  readonly placeOf: (order: Order) => Thread;
  /** Called for an order whose maker has lost access. */
  readonly lostAccess: (order: Order) => void;
}

/** Later than this it was missed: nothing keeps an awake computer so long from a timer. */
export const ON_TIME_MS = 60_000;
/** A clock this far behind the times already done was wrong then. */
const WRONG_CLOCK_MS = 24 * 3_600_000;

/** Enters everything due by now; the result is not synced yet. Throws when the disk fails; what was entered before stays. */
export function takeDue(ports: ComeDuePorts, now: number): readonly CameDue[] {
  const { book } = ports;
  const came: CameDue[] = [];
  for (const standing of book.all()) {
    const { order } = standing;
    if (!ports.isAllowed(order.sender.id)) {
      book.end(order.id, 'access');
      ports.lostAccess(order);
      continue;
    }
    const fresh = freshen(standing, now, ports);
    if (fresh.paused !== null) continue;
    const one = takeTimes(fresh, now, ports);
    if (one !== null) came.push(one);
  }
  return came;
}

/** A new month frees an order whose money was spent; after a clock was far ahead, the times start again. */
function freshen(standing: StandingOrder, now: number, { book, inbox }: ComeDuePorts): StandingOrder {
  const { order, paused, counted } = standing;
  const isNewMonth = paused === 'month' && counted.month !== monthOf(now, order.zone);
  const through = inbox.through(order.id);
  const wasAhead = through !== null && through.revision === order.revision && through.due - now > WRONG_CLOCK_MS;
  if (isNewMonth || wasAhead) book.change(order.id, {}, now);
  return book.find(order.id) ?? standing;
}

/** Time from which this revision's times count. */
export function countsFrom({ id, revision, since }: Order, inbox: Pick<Inbox, 'through'>): number {
  const through = inbox.through(id);
  return through?.revision === revision ? Math.max(since, through.due) : since;
}

function takeTimes(standing: StandingOrder, now: number, ports: ComeDuePorts): CameDue | null {
  const { inbox } = ports;
  const { order } = standing;
  const dues = duesBetween(order.when, order.zone, countsFrom(order, inbox), now);
  if (dues === null) return null;
  const isLate = now - dues.last > ON_TIME_MS;
  const missed =
    isLate || dues.count > 1
      ? {
          missed: {
            count: dues.count,
            first: new Date(dues.first).toISOString(),
            how: isLate ? order.terms.missed : ('run' as const),
          },
        }
      : {};
  return enter(standing, dues.last, missed, now, ports);
}

/** The first moment from `at` on for which this revision has no entry yet. */
export function freeMoment({ id, revision }: Order, at: number, inbox: Pick<Inbox, 'through'>): number {
  const through = inbox.through(id);
  return Math.max(at, through?.revision === revision ? through.due + 1 : 0);
}

/** null: it was entered before. */
export function enter(
  standing: StandingOrder,
  due: number,
  { values, ...more }: Pick<Occurrence, 'missed' | 'call'> & Pick<QueuedCommand, 'values'>,
  now: number,
  { inbox, placeOf }: Pick<ComeDuePorts, 'placeOf'> & { readonly inbox: Pick<Inbox, 'accept'> },
): CameDue | null {
  const { order } = standing;
  const { id, revision, sender, doing } = order;
  const thread = placeOf(order);
  const updateId = writeOccurrence({ id, revision, due });
  const occurrence: Occurrence = { id, revision, due: new Date(due).toISOString(), ...more };
  const words = wordsOf(doing);
  const isRun = doing.do === 'run' && more.missed?.how !== 'skip';
  const message = { updateId, thread, sender, sentAt: now, content: { kind: 'text', text: words } } as const;
  if (!inbox.accept(message, isRun ? { goal: words } : 'answer', { order: occurrence, values })) return null;
  const command = {
    update: updateId,
    goal: words,
    thread,
    sender,
    sentAt: new Date(now).toISOString(),
    order: occurrence,
    ...(values === undefined ? {} : { values }),
  };
  return { standing, command };
}

/** The next time of all orders; null: none. */
export function nextOfAll(book: Pick<OrderBook, 'all'>, inbox: Pick<Inbox, 'through'>): number | null {
  const nexts = book
    .all()
    .flatMap(({ order, paused }) =>
      paused === null ? (nextDue(order.when, order.zone, countsFrom(order, inbox)) ?? []) : [],
    );
  return nexts.length === 0 ? null : Math.min(...nexts);
}

/** A one-time order that came due, but whose end was not recorded. */
export function isOver({ when, id }: Order, inbox: Pick<Inbox, 'unsettled' | 'through'>): boolean {
  const isOwed = inbox.unsettled().some(({ command }) => command.order?.id === id);
  return when.kind === 'once' && (inbox.through(id)?.due ?? -1) >= when.at && !isOwed;
}
