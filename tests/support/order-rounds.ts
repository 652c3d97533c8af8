/**
 * Random orders with sleeps, jumps of the clock, changes of the zone and restarts, held against the plain calendar: each time of an order
 * is done or told as missed, and none of them twice.
 */
import { compactInbox } from '../../src/inbox/compact-inbox.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import type { InboxEvent } from '../../src/inbox/inbox-events.ts';
import { type CameDue, nextOfAll, ON_TIME_MS, takeDue } from '../../src/orders/come-due.ts';
import { compactOrders } from '../../src/orders/compact-orders.ts';
import { USUAL_TERMS } from '../../src/orders/order.ts';
import { createOrderBook } from '../../src/orders/order-book.ts';
import type { OrderEvent } from '../../src/orders/order-events.ts';
import type { When } from '../../src/orders/when.ts';
import type { Journal, JournalEvent, Stamp } from '../../src/ports/journal.ts';
import { plainTimes } from './plain-calendar.ts';

const HOUR = 3_600_000;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Tehran',
  'Europe/London',
  'UTC',
  'Pacific/Auckland',
  'America/Havana',
  'Asia/Beirut',
];

export interface Tally {
  orders: number;
  times: number;
  missed: number;
  restarts: number;
  jumps: number;
}

/** A journal in memory, whose events outlive it for the next one. */
function remember<E extends JournalEvent>(events: (E & Stamp)[], now: () => number): Journal<E> {
  return {
    found: [...events],
    damage: '',
    append(event) {
      const stamped = { ...event, seq: events.length + 1, at: new Date(now()).toISOString() };
      events.push(stamped);
      return stamped;
    },
    sync: () => Promise.resolve(),
    close: () => undefined,
  };
}

/** What is wrong; '' when all is well. `random`: 0 ≤ x < 1. */
export function playRound(random: () => number, tally: Tally): string {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const upTo = (most: number): number => Math.floor(random() * most);
  // Near a change of the clocks half of the time.
  const near = pick([
    Date.UTC(2026, 2, 28),
    Date.UTC(2026, 9, 24),
    Date.UTC(2027, 2, 13),
    Date.UTC(2026, 3, 4),
    Date.UTC(2026, 8, 5),
  ]);
  let now = random() < 0.6 ? near + upTo(4 * 24) * HOUR : Date.UTC(2026, 0, 1) + upTo(400 * 24) * HOUR;
  now += upTo(3600) * 1000;
  let inboxEvents: (InboxEvent & Stamp)[] = [];
  let orderEvents: (OrderEvent & Stamp)[] = [];
  const clock = () => now;
  let inbox = createInbox(remember(inboxEvents, clock));
  let book = createOrderBook(remember(orderEvents, clock), []);
  const thread = { platform: 'web', key: 'main', isGroup: false } as const;
  const sender = { id: 'web:owner', name: 'Ann', language: 'en' };
  let zone = pick(['Europe/Berlin', ...ZONES]);
  const text = {
    when: randomWhen(random, now),
    zone,
    doing: { do: 'run', goal: 'x' },
    terms: { ...USUAL_TERMS, missed: pick<'run' | 'skip' | 'ask'>(['run', 'skip', 'ask']) },
    scope: null,
    thread,
    sender,
  } as const;
  const { id } = book.set(text, now);
  tally.orders += 1;

  interface Life {
    readonly revision: number;
    readonly zone: string;
    readonly since: number;
    /** The latest moment at which the order was looked at. */
    seen: number;
    readonly came: CameDue[];
  }
  let wrong = '';
  let life: Life = { revision: 1, zone, since: now, seen: now, came: [] };
  const lives = [life];

  const tick = (): void => {
    const ports = { book, inbox, isAllowed: () => true, placeOf: () => thread, lostAccess: () => undefined };
    const next = nextOfAll(book, inbox);
    const through = inbox.through(id);
    const came = takeDue(ports, now);
    if (next !== null && next <= now && came.length === 0 && book.find(id)?.order.revision === life.revision)
      wrong = `${iso(next)} did not come at ${iso(now)}`;
    for (const { command } of came) {
      const isLate = now - Date.parse(command.order.due) > ON_TIME_MS;
      const { missed } = command.order;
      if (missed !== undefined && missed.how !== (isLate ? text.terms.missed : 'run'))
        wrong = `${command.update} at ${iso(now)}: ${missed.how}`;
    }
    const revision = book.find(id)?.order.revision ?? 0;
    // A clock set back by more than a day starts the order's times anew.
    if (revision !== life.revision) {
      if (through === null || through.due - now <= 24 * HOUR) wrong = `its times began anew at ${iso(now)}`;
      life = { revision, zone, since: now, seen: now, came: [] };
      lives.push(life);
    }
    life.seen = Math.max(life.seen, now);
    life.came.push(...came);
  };
  const restart = (): void => {
    inboxEvents = [...compactInbox(inboxEvents)];
    orderEvents = [...compactOrders(orderEvents)];
    inbox = createInbox(remember(inboxEvents, clock));
    book = createOrderBook(remember(orderEvents, clock), inbox.ordersKnown());
    tally.restarts += 1;
  };

  const steps = 3 + upTo(5);
  for (let step = 0; step < steps; step += 1) {
    const what = random();
    if (what < 0.4) {
      // While awake, the computer looks at each time as it comes.
      const until = now + upTo(30 * HOUR);
      for (
        let next = nextOfAll(book, inbox);
        next !== null && next <= until && life.came.length < 60;
        next = nextOfAll(book, inbox)
      ) {
        now = Math.max(now, next) + (random() < 0.5 ? 0 : upTo(ON_TIME_MS / 2));
        tick();
        if (random() < 0.1) restart();
      }
      now = Math.max(now, until);
      tick();
    } else if (what < 0.65) {
      now += upTo(60 * HOUR);
      tick();
    } else if (what < 0.85) {
      now += upTo(12 * HOUR) * (random() < 0.5 ? -1 : 1);
      tally.jumps += 1;
      tick();
    } else if (what < 0.95) {
      restart();
      tick();
    } else {
      zone = pick(['UTC', ...ZONES]);
      const changed = book.change(id, { zone }, now);
      life = { revision: changed?.revision ?? 0, zone, since: now, seen: now, came: [] };
      lives.push(life);
    }
  }
  return wrong !== '' ? wrong : (lives.map((one) => judge(one, text.when, tally)).find((wrong) => wrong !== '') ?? '');

  function judge({ zone: in_, since, seen, came }: Life, when: When, count: Tally): string {
    const wanted = (from: number, to: number): readonly number[] =>
      when.kind === 'calendar' ? plainTimes(when, in_, from, to) : plainIntervals(when, from, to);
    let from = since;
    for (const { command } of came) {
      const due = Date.parse(command.order.due);
      const { count: told = 1, first = command.order.due } = command.order.missed ?? {};
      const plain = wanted(from, due);
      count.times += 1;
      count.missed += told - 1;
      const isRight = plain.length === told && plain.at(-1) === due && plain[0] === Date.parse(first);
      if (!isRight)
        return `${JSON.stringify(when)} in ${in_}: after ${iso(from)} came ${told} until ${iso(due)} (first ${first}), wanted ${plain.length}: ${plain.map(iso).join(' ')}`;
      from = due;
    }
    const rest = wanted(from, seen);
    return rest.length === 0
      ? ''
      : `${JSON.stringify(when)} in ${in_}: lost after ${iso(from)}: ${rest.map(iso).join(' ')}`;
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function plainIntervals(when: When, from: number, to: number): readonly number[] {
  if (when.kind === 'once') return when.at > from && when.at <= to ? [when.at] : [];
  if (when.kind !== 'every') return [];
  const found: number[] = [];
  for (let at = when.from + when.ms; at <= to; at += when.ms) if (at > from) found.push(at);
  return found;
}

function randomWhen(random: () => number, now: number): When {
  const upTo = (most: number): number => Math.floor(random() * most);
  const kind = random();
  if (kind < 0.08) return { kind: 'once', at: now + 1000 + upTo(80 * HOUR) };
  if (kind < 0.25) return { kind: 'every', ms: (10 + upTo(600)) * 60_000, from: now };
  // Times of day, most of them in the hours in which clocks change.
  const time = (): string => {
    const hour = random() < 0.6 ? upTo(5) : upTo(24);
    return `${String(hour).padStart(2, '0')}:${String(random() < 0.5 ? upTo(4) * 15 : upTo(60)).padStart(2, '0')}`;
  };
  const times = [...new Set(Array.from({ length: 1 + upTo(3) }, time))].sort();
  const days = random();
  if (days < 0.4) return { kind: 'calendar', times };
  const some = (count: number, make: () => number): number[] =>
    [...new Set(Array.from({ length: count }, make))].sort((a, b) => a - b);
  if (days < 0.75) return { kind: 'calendar', times, weekdays: some(1 + upTo(4), () => upTo(7)) };
  const monthdays = random() < 0.2 ? (['last'] as 'last'[]) : some(1 + upTo(6), () => 1 + upTo(31));
  return { kind: 'calendar', times, monthdays, ...(random() < 0.2 ? { months: some(6, () => 1 + upTo(12)) } : {}) };
}
