/** Reads when something is wanted, from the beginning of a sentence, by rule: in English and German, whichever it is in. */
import { momentOf, nextDue, type WallTime, wallTime } from '../due-times.ts';
import { SHORTEST_INTERVAL_MS, type When } from '../when.ts';
import { NUMBER, numberOf, takeTimes, writeTime } from './clock-words.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { type OneDay, takeOneDay, takeRecurring } from './day-words.ts';

export interface Now {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** IANA name. */
  readonly zone: string;
}

/** What precedes the sentence: a command, or nothing. */
export type Said = 'at' | 'every' | 'nothing';

export interface ReadWhen {
  readonly when: When;
  /** The words after the time. */
  readonly rest: string;
}

const EACH = 'every|each|alle|jede[nrs]?';
const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [string, number])[] = [
  ['minutes?|mins?|m|minuten?', MINUTE_MS],
  ['hours?|hrs?|h|stunden?|std\\.?', 60 * MINUTE_MS],
  ['days?|d|tage?n?', 24 * 60 * MINUTE_MS],
  ['weeks?|w|wochen?', 7 * 24 * 60 * MINUTE_MS],
];
/** Times further ahead are not meant. */
const LONGEST_MS = 3 * 366 * 86_400_000;

/** Text right after a time that changes it: 16:30:30, 9:00-10:00, 9 to 10, until Friday, a zone of its own. */
const GOES_ON =
  /^(?:[:.,/–—-]\d|\s*(?:[–—-]|to|through)\s*\d|\s*(?:until|till|bis)(?!\p{L})|\s*(?:UTC|GMT|CES?T|MES?Z|BST|[ECMP][SD]T)(?!\p{L}))/iu;

/** null: no time stands at the beginning, not all of it was understood, or it never comes. */
export function readWhen(text: string, said: Said, now: Now): ReadWhen | null {
  if (isTooOften(text, said)) return null;
  const readers = said === 'at' ? [readOnce, readEvery] : [readEvery, readOnce];
  for (const read of readers) {
    const cursor = createCursor(text);
    const when = read(cursor, said, now);
    if (when !== null && !GOES_ON.test(cursor.rest()) && comes(when, now)) return { when, rest: tidy(cursor.rest()) };
  }
  return null;
}

/** Whether it asks for a shorter interval than allowed. */
export function isTooOften(text: string, said: Said): boolean {
  const cursor = createCursor(text);
  if (cursor.take(EACH) === null && said !== 'every') return false;
  if (cursor.take(`(?:${NUMBER})\\s*(?:seconds?|secs?|s|sekunden?|sek\\.?)`) !== null) return true;
  const ms = takeLength(cursor);
  return ms !== null && ms < SHORTEST_INTERVAL_MS;
}

function comes(when: When, { at, zone }: Now): boolean {
  const next = nextDue(when, zone, at);
  return next !== null && next - at < LONGEST_MS;
}

function tidy(rest: string): string {
  return rest.replace(/^[\s,:;–—-]+/, '').trim();
}

function readEvery(cursor: Cursor, said: Said, now: Now): When | null {
  const isSaid = said === 'every';
  const recurring = takeRecurring(cursor, isSaid);
  if (recurring !== null) {
    const { usual, ...days } = recurring;
    const times = takeTimes(cursor, 'always') ?? (usual === undefined ? null : [usual]);
    return times === null ? null : calendarOf(times, days);
  }
  cursor.back(0);
  const interval = takeInterval(cursor, isSaid);
  if (interval !== null) return startInterval(interval, cursor, now);
  cursor.back(0);
  // The time may stand first: at nine every Monday.
  const times = takeTimes(cursor, said === 'nothing' ? 'after at' : 'always');
  const days = times === null ? null : takeRecurring(cursor, false);
  return times === null || days === null
    ? null
    : calendarOf(times, { weekdays: days.weekdays, monthdays: days.monthdays, months: days.months });
}

type CalendarDays = {
  readonly weekdays?: readonly number[] | undefined;
  readonly monthdays?: readonly (number | 'last')[] | undefined;
  readonly months?: readonly number[] | undefined;
};

function calendarOf(times: readonly number[], { weekdays, monthdays, months }: CalendarDays): When {
  return {
    kind: 'calendar',
    times: times.map(writeTime),
    ...(weekdays === undefined ? {} : { weekdays: [...weekdays] }),
    ...(monthdays === undefined ? {} : { monthdays: [...monthdays] }),
    ...(months === undefined ? {} : { months: [...months] }),
  };
}

/** `every 2h`, `alle zwei Stunden`, `hourly`: its length, and whether it is whole days. */
function takeInterval(cursor: Cursor, isSaid: boolean): number | null {
  if (cursor.take('hourly|stündlich') !== null) return 60 * MINUTE_MS;
  if (cursor.take(EACH) === null && !isSaid) return null;
  return takeLength(cursor) ?? takeUnit(cursor);
}

/** `20 minutes`, `2h 30m`, `an hour and a half`. */
function takeLength(cursor: Cursor): number | null {
  const first = takeOneLength(cursor);
  if (first === null) return null;
  let [sum, least] = [first, first];
  for (let before = cursor.place(); ; before = cursor.place()) {
    if (cursor.take('(?:and|und)\\s+(?:a\\s+half|eine?\\s+halbe)') !== null) return sum + least / 2;
    cursor.take('and|und|,');
    const next = takeOneLength(cursor);
    // A unit of the same or a larger size belongs to something else.
    if (next === null || next === 0 || next >= least) {
      cursor.back(before);
      return sum;
    }
    sum += next;
    least = next;
  }
}

function takeOneLength(cursor: Cursor): number | null {
  if (cursor.take('half\\s+an\\s+hour|(?:einer|eine|ne)\\s+halben?\\s+stunde|halbe\\s+stunde') !== null)
    return 30 * MINUTE_MS;
  for (const [words, ms] of UNITS) {
    const found = cursor.take(`(${NUMBER})\\s*(?:${words})`);
    if (found !== null) return numberOf(found[1] ?? '') * ms;
  }
  return null;
}

/** `every hour`. */
function takeUnit(cursor: Cursor): number | null {
  return UNITS.find(([words]) => cursor.take(words) !== null)?.[1] ?? null;
}

/** A time given with days is where the interval starts. */
function startInterval(ms: number, cursor: Cursor, now: Now): When | null {
  if (ms < SHORTEST_INTERVAL_MS) return null;
  const start = cursor.place();
  const isStarting = cursor.take('starting|beginning|from|ab|beginnend') !== null;
  const isDays = ms % (24 * 60 * MINUTE_MS) === 0;
  const times = isStarting || isDays ? takeTimes(cursor, isStarting ? 'always' : 'after at') : null;
  if (times === null) cursor.back(start);
  const [minutes] = times ?? [];
  if (minutes === undefined) return { kind: 'every', ms, from: now.at };
  const first = nextAt(minutes, now);
  return first === null ? null : { kind: 'every', ms, from: first - ms };
}

/** The next moment a clock shows this. */
function nextAt(minutes: number, { at, zone }: Now): number | null {
  return nextDue({ kind: 'calendar', times: [writeTime(minutes)] }, zone, at);
}

function readOnce(cursor: Cursor, said: Said, now: Now): When | null {
  if (cursor.take('in') !== null) {
    const ms = takeLength(cursor);
    return ms === null || ms <= 0 ? null : { kind: 'once', at: now.at + ms };
  }
  const day = takeOneDay(cursor);
  const start = cursor.place();
  let times = takeTimes(cursor, day !== null || said === 'at' ? 'always' : 'after at');
  const named = day ?? takeOneDay(cursor);
  if (named === null && said === 'nothing') {
    // “At 5 elm street” is no time of the day.
    cursor.back(start);
    times = takeTimes(cursor, 'never');
  }
  if (times?.length !== 1) return null;
  const [minutes = 0] = times;
  const at = named === null ? nextAt(minutes, now) : momentOn(named, minutes, now);
  return at === null ? null : { kind: 'once', at };
}

/** null: that day does not exist, or is over. */
function momentOn(day: OneDay, minutes: number, now: Now): number | null {
  const today = wallTime(now.at, now.zone);
  const on = (date: Pick<WallTime, 'year' | 'month' | 'day'>): number | null =>
    momentOf({ ...date, hour: Math.floor(minutes / 60), minute: minutes % 60 }, now.zone);
  const later = (days: number): number | null => {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + days));
    return on({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
  };
  switch (day.kind) {
    case 'days':
      return later(day.days);
    case 'weekday': {
      const days = (day.weekday - today.weekday + 7) % 7;
      const at = later(days);
      return at !== null && at > now.at ? at : later(days + 7);
    }
    case 'date': {
      if (day.year !== null) return on({ ...day, year: day.year });
      const at = on({ ...day, year: today.year });
      return at !== null && at > now.at ? at : on({ ...day, year: today.year + 1 });
    }
  }
}
