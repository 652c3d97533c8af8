/** Settings for all orders of a person: their time zone, and the daily note. */
import type { Reply } from '../outbound/reply.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { say, slash, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import { zoneNamed } from './due-times.ts';
import { type Order, USUAL_TERMS } from './order.ts';
import type { OrderBook } from './order-book.ts';
import type { StandingOrder } from './order-state.ts';
import { readWhen } from './read/read-when.ts';
import type { Zones } from './zones.ts';

export interface HabitPorts {
  readonly book: OrderBook;
  readonly zones: Zones;
  readonly clock: Pick<Clock, 'now'>;
  readonly reply: Reply;
  readonly wake: () => void;
  readonly isOwn: (order: Pick<Order, 'sender'>, senderId: string) => boolean;
}

export async function setZone(typed: string, message: InboundMessage, ports: HabitPorts): Promise<void> {
  const { book, zones, clock } = ports;
  const tell = tellIn(message, ports);
  const { sender } = message;
  if (typed === '')
    return tell(
      say`Your orders follow the clock of ${zones.of(sender.id)}. ${slash('orders zone Europe/Berlin')} changes that.`,
    );
  const zone = zoneNamed(typed);
  if (zone === null)
    return tell(
      say`I don't know the zone “${showHidden(typed)}”. Write it like ${'Europe/Berlin'} or ${'America/New_York'}.`,
    );
  await zones.set(sender.id, zone);
  const moved = ownOf(sender.id, ports).filter(({ order: { when } }) => when.kind === 'calendar');
  for (const { order: one, paused } of moved) {
    book.change(one.id, { zone }, clock.now());
    if (paused !== null) book.pause(one.id, paused);
  }
  await book.sync();
  ports.wake();
  tell(say`Your orders follow the clock of ${zone} from now on.`);
}

export async function setNote(rest: string, message: InboundMessage, ports: HabitPorts): Promise<void> {
  const { book, zones, clock } = ports;
  const tell = tellIn(message, ports);
  const { sender, thread } = message;
  const known = ownOf(sender.id, ports).find(({ order: { doing } }) => doing.do === 'daily note');
  if (/^(?:off|aus)$/i.test(rest)) {
    if (known !== undefined) book.end(known.order.id, 'deleted');
    await book.sync();
    return tell(say`There is no daily note any more.`);
  }
  const zone = zones.of(sender.id);
  const when = readWhen(`day ${rest}`, 'every', { at: clock.now(), zone })?.when;
  if (when?.kind !== 'calendar')
    return tell(say`When? For example: ${slash('orders note 7:00')}, or ${slash('orders note off')}`);
  const text = { when, zone, doing: { do: 'daily note' }, terms: USUAL_TERMS, scope: null, thread, sender } as const;
  if (known === undefined) book.set(text, clock.now());
  else book.change(known.order.id, text, clock.now());
  await book.sync();
  ports.wake();
  tell(say`You get a daily note at ${when.times[0] ?? ''}: what ran, what it cost, what waits, what failed.`);
}

function ownOf(senderId: string, { book, isOwn }: HabitPorts): readonly StandingOrder[] {
  return book.all().filter(({ order }) => isOwn(order, senderId));
}

function tellIn({ thread, updateId }: InboundMessage, { reply }: HabitPorts) {
  return (text: Text): void => reply(thread, [text], updateId);
}
