/** Days as people write them, in English and German: weekdays, dates, `tomorrow`, `every month on the 1st`. */
import type { Cursor } from './cursor.ts';

const WEEKDAYS = [
  'sundays?|sonntags?|sun',
  'mondays?|montags?|mon',
  'tuesdays?|dienstags?|tues?',
  'wednesdays?|mittwochs?|wed',
  'thursdays?|donnerstags?|thu(?:rs)?',
  'fridays?|freitags?|fri',
  'saturdays?|samstags?|sonnabends?|sat',
] as const;
/** Two-letter abbreviations count only where a day is required. */
const SHORT_WEEKDAYS = ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa'] as const;
const MONTHS = [
  'january|januar|jänner|jan',
  'february|februar|feber|feb',
  'march|märz|mar|mrz',
  'april|apr',
  'may|mai',
  'june|juni|jun',
  'july|juli|jul',
  'august|aug',
  'september|sept?',
  'october|oktober|oct|okt',
  'november|nov',
  'december|dezember|dec|dez',
] as const;

/** Recurring days. */
export interface Days {
  readonly weekdays?: readonly number[];
  readonly monthdays?: readonly (number | 'last')[];
  readonly months?: readonly number[];
  /** Minutes since midnight that the words themselves name: a morning, an evening. */
  readonly usual?: number;
}

export const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [0, 6];

/** `every weekday`, `jeden Montag und Mittwoch`, `täglich`. `isSaid`: “every” stands before it already, as the command. */
export function takeRecurring(cursor: Cursor, isSaid: boolean): Days | null {
  const start = cursor.place();
  const found = takeAdverb(cursor, isSaid) ?? takeEach(cursor, isSaid) ?? takeOfMonth(cursor);
  if (found === null) cursor.back(start);
  return found;
}

/** Adverbs that mean recurring days by themselves. */
function takeAdverb(cursor: Cursor, isSaid: boolean): Days | null {
  if (cursor.take('daily|täglich') !== null) return {};
  if (cursor.take('(?:on\\s+)?weekdays|werktags|an\\s+(?:allen\\s+)?werktagen') !== null) return { weekdays: WORKDAYS };
  if (cursor.take('(?:on|at)\\s+weekends|(?:jedes|am)\\s+wochenende') !== null) return { weekdays: WEEKEND };
  if (isSaid) return null;
  const start = cursor.place();
  cursor.take('on');
  const weekdays = takeWeekdays(
    cursor,
    false,
    '(?:sun|mon|tues|wednes|thurs|fri|satur)days|\\p{L}+(?:tags|wochs|abends)',
  );
  if (weekdays !== null) return { weekdays };
  cursor.back(start);
  return null;
}

function takeEach(cursor: Cursor, isSaid: boolean): Days | null {
  const isEach = cursor.take('every|each|jede[nsrm]?') !== null || isSaid;
  if (!isEach) return null;
  const usual: readonly (readonly [string, number])[] = [
    ['morning|morgen', 8 * 60],
    ['noon|mittag', 12 * 60],
    ['afternoon|nachmittag', 15 * 60],
    ['evening|abend', 18 * 60],
    ['night|nacht', 22 * 60],
  ];
  for (const [words, minutes] of usual) if (cursor.take(words) !== null) return { usual: minutes };
  if (cursor.take('weekday|work(?:ing\\s+)?day|werktag|arbeitstag|wochentag') !== null) return { weekdays: WORKDAYS };
  if (cursor.take('weekend|wochenende') !== null) return { weekdays: WEEKEND };
  if (cursor.take('day|tag') !== null) return {};
  if (cursor.take('month|monat') !== null) {
    const monthdays = takeMonthdays(cursor);
    return monthdays === null ? null : { monthdays };
  }
  if (cursor.take('year|jahr') !== null) {
    cursor.take('on|am');
    const date = takeNamedDate(cursor);
    return date === null ? null : { monthdays: [date.day], months: [date.month] };
  }
  const weekdays = takeWeekdays(cursor, isSaid, null);
  return weekdays === null ? null : { weekdays };
}

/** `on the 1st of every month`, `am 1. jedes Monats`. */
function takeOfMonth(cursor: Cursor): Days | null {
  const monthdays = takeMonthdays(cursor);
  if (monthdays === null || cursor.take('(?:of\\s+)?(?:(?:every|each)\\s+month|jede[ns]\\s+monats)') === null)
    return null;
  return { monthdays };
}

function takeMonthdays(cursor: Cursor): readonly (number | 'last')[] | null {
  const start = cursor.place();
  cursor.take('on|am|an');
  cursor.take('the|dem');
  const days: (number | 'last')[] = [];
  do {
    cursor.take('the|dem|am');
    if (cursor.take('last(?:\\s+day)?|letzten(?:\\s+tag)?') !== null) days.push('last');
    else {
      const day = Number(cursor.take('(\\d{1,2})(?:st|nd|rd|th|\\.)?')?.[1] ?? Number.NaN);
      if (!(day >= 1 && day <= 31)) break;
      days.push(day);
    }
  } while (cursor.take('and|und|,|&') !== null);
  if (days.length > 0) return [...new Set(days)];
  cursor.back(start);
  return null;
}

/** `only`: pattern that each weekday's own words must match; null: any weekday counts. */
function takeWeekdays(cursor: Cursor, isShort: boolean, only: string | null): readonly number[] | null {
  const days: number[] = [];
  for (let before = cursor.place(); ; before = cursor.place()) {
    const isNext = days.length === 0 || cursor.take('and|und|&|,') !== null;
    if (isNext) cursor.take('(?:and|und)?\\s*(?:every|each|jede[nm])');
    const day = isNext ? takeWeekday(cursor, isShort, only) : null;
    if (day === null) {
      cursor.back(before);
      return days.length === 0 ? null : [...new Set(days)].sort((one, other) => one - other);
    }
    const until = cursor.place();
    const last = cursor.take('-|–|to|through|bis') === null ? null : takeWeekday(cursor, isShort, only);
    if (last === null) {
      cursor.back(until);
      days.push(day);
    } else
      for (let next = day; ; next = (next + 1) % 7) {
        days.push(next);
        if (next === last) break;
      }
  }
}

function takeWeekday(cursor: Cursor, isShort: boolean, only: string | null): number | null {
  const start = cursor.place();
  if (only !== null && cursor.take(only) === null) return null;
  cursor.back(start);
  for (const [day, words] of WEEKDAYS.entries())
    if (cursor.take(isShort ? `${words}|${SHORT_WEEKDAYS[day]}` : words) !== null) return day;
  return null;
}

/** A single day. `days`: from today; `weekday`: the next one. */
export type OneDay =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'date'; readonly year: number | null; readonly month: number; readonly day: number };

export function takeOneDay(cursor: Cursor): OneDay | null {
  const start = cursor.place();
  if (cursor.take('today|heute') !== null) return { kind: 'days', days: 0 };
  if (cursor.take('tonight') !== null) return { kind: 'days', days: 0 };
  if (cursor.take('the\\s+day\\s+after\\s+tomorrow|übermorgen') !== null) return { kind: 'days', days: 2 };
  if (cursor.take('tomorrow|morgen(?:\\s+(?:früh|abend|mittag|nachmittag))?') !== null)
    return { kind: 'days', days: 1 };
  cursor.take('on|am|next|nächsten|kommenden');
  const iso = cursor.take('(\\d{4})-(\\d{2})-(\\d{2})');
  if (iso !== null) return { kind: 'date', year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const dotted = cursor.take('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})?');
  if (dotted !== null)
    return {
      kind: 'date',
      year: dotted[3] === undefined ? null : Number(dotted[3]),
      month: Number(dotted[2]),
      day: Number(dotted[1]),
    };
  const named = takeNamedDate(cursor);
  if (named !== null) return { kind: 'date', ...named };
  const weekday = takeWeekday(cursor, false, null);
  if (weekday !== null) return { kind: 'weekday', weekday };
  cursor.back(start);
  return null;
}

/** `24 December`, `December 24th`, `24. Dezember 2026`. */
function takeNamedDate(
  cursor: Cursor,
): { readonly year: number | null; readonly month: number; readonly day: number } | null {
  for (const [index, words] of MONTHS.entries()) {
    const found =
      cursor.take(
        `(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${words})\\.?(?:,?\\s+(?<year>\\d{4}))?`,
      ) ?? cursor.take(`(?:${words})\\.?\\s+(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?`);
    const { day, year } = found?.groups ?? {};
    if (day !== undefined)
      return { year: year === undefined ? null : Number(year), month: index + 1, day: Number(day) };
  }
  return null;
}
