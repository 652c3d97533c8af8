/**
 * The due times of an order. A wall time skipped by a clock change comes right after the change; one that occurs twice comes the first time. An
 * interval counts elapsed time, whatever the wall clock shows.
 */
import { Cron } from 'croner';
import type { Calendar, When } from './when.ts';

/** The first time after `after`, milliseconds since 1970; null: none, or not determined by a clock. */
export function nextDue(when: When, zone: string, after: number): number | null {
  switch (when.kind) {
    case 'once':
      return when.at > after ? when.at : null;
    case 'every':
      return when.from + Math.max(1, Math.floor((after - when.from) / when.ms) + 1) * when.ms;
    case 'calendar':
      return nextOfCalendar(when, zone, after);
    case 'watch':
    case 'trigger':
      return null;
  }
}

/** The next moments after `after`, at most `count`. */
export function nextDues(when: When, zone: string, after: number, count: number): readonly number[] {
  const dues: number[] = [];
  for (let due = nextDue(when, zone, after); due !== null && dues.length < count; due = nextDue(when, zone, due))
    dues.push(due);
  return dues;
}

export interface Missed {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Limit up to which times are counted one by one. */
const MOST_COUNTED = 10_000;

/** The times after `after` up to and including `until`; null: none. */
export function duesBetween(when: When, zone: string, after: number, until: number): Missed | null {
  const first = nextDue(when, zone, after);
  if (first === null || first > until) return null;
  if (when.kind === 'every') {
    const count = Math.floor((until - first) / when.ms) + 1;
    return { first, last: first + (count - 1) * when.ms, count };
  }
  let last = first;
  let count = 1;
  for (let due = nextDue(when, zone, first); due !== null && due <= until; due = nextDue(when, zone, due)) {
    last = due;
    count += 1;
    if (count >= MOST_COUNTED) return { first, last: lastBefore(when, zone, until) ?? last, count };
  }
  return { first, last, count };
}

/** The last moment at or before `until`: found by looking back further and further. */
function lastBefore(when: When, zone: string, until: number): number | null {
  for (let back = 86_400_000; back < 500 * 86_400_000; back *= 4) {
    const dues = nextDues(when, zone, until - back, MOST_COUNTED).filter((due) => due <= until);
    if (dues.length > 0) return dues.at(-1) ?? null;
  }
  return null;
}

function nextOfCalendar(calendar: Calendar, zone: string, after: number): number | null {
  let next: number | null = null;
  for (const pattern of patternsOf(calendar)) {
    // The library reckons in whole seconds, and `after` itself does not count.
    const found =
      cronOf(pattern, zone)
        .nextRun(new Date(Math.floor(after / 1000) * 1000))
        ?.getTime() ?? null;
    if (found !== null && (next === null || found < next)) next = found;
  }
  return next;
}

/** One for each time of the day. */
function patternsOf({ times, weekdays, monthdays, months }: Calendar): readonly string[] {
  const days = monthdays?.map((day) => (day === 'last' ? 'L' : String(day))).join(',') ?? '*';
  return times.map((time) => {
    const [hour, minute] = time.split(':').map(Number);
    return `0 ${minute} ${hour} ${days} ${months?.join(',') ?? '*'} ${weekdays?.join(',') ?? '*'}`;
  });
}

const crons = new Map<string, Cron>();
const CRONS_KEPT = 500;

function cronOf(pattern: string, zone: string): Cron {
  const key = `${zone} ${pattern}`;
  const known = crons.get(key);
  if (known !== undefined) return known;
  const cron = new Cron(pattern, { timezone: zone, paused: true, mode: '6-part', domAndDow: true });
  if (crons.size >= CRONS_KEPT) crons.clear();
  crons.set(key, cron);
  return cron;
}

/** A zone by its own name, however it was typed (`europe/berlin`, `utc`); null where the computer knows none. */
export function zoneNamed(typed: string): string | null {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(typed)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Whether the computer knows this zone (`Europe/Berlin`). */
export function isZone(zone: string): boolean {
  return zoneNamed(zone) !== null;
}

/** The zone this computer is set to. */
export function zoneOfComputer(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time on a wall clock. */
export interface WallTime {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export function wallTime(at: number, zone: string): WallTime {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [of('year'), of('month'), of('day')];
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { year, month, day, hour: of('hour'), minute: of('minute'), weekday };
}

/** The moment at which a clock in this zone shows this, with the same rule for skipped and repeated hours. */
export function momentOf(wall: Omit<WallTime, 'weekday'>, zone: string): number | null {
  const { year, month, day, hour, minute } = wall;
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59) return null;
  const times = [`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`];
  // Starts a day before in every zone; each day occurs once in a year, so the first match is right.
  const before = Date.UTC(year, month - 1, day) - 26 * 3_600_000;
  return nextOfCalendar({ kind: 'calendar', times, monthdays: [day], months: [month] }, zone, before);
}
