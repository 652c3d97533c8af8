/** Times of the day as people write them, in English and German: `17:30`, `5 pm`, `half past nine`, `halb neun`, `17.30 Uhr`. */
import type { Cursor } from './cursor.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  eins: 1,
  ein: 1,
  eine: 1,
  einer: 1,
  einem: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  an: 1,
  a: 1,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fünfzehn: 15,
  zwanzig: 20,
  dreißig: 30,
  vierzig: 40,
};

/** A number in digits or as a word, as a pattern. */
export const NUMBER = `\\d{1,4}|${Object.keys(NUMBERS)
  .sort((one, other) => other.length - one.length)
  .join('|')}`;

export function numberOf(word: string): number {
  return NUMBERS[word.toLowerCase()] ?? Number(word);
}

const HOUR = `\\d{1,2}|${Object.keys(NUMBERS)
  .filter((word) => word.length > 2 && (NUMBERS[word] ?? 0) <= 12 && !/^eine|^ein$/.test(word))
  .sort((one, other) => other.length - one.length)
  .join('|')}`;

/** Parts of the day that mean a time. */
const PARTS: readonly (readonly [string, number])[] = [
  ['noon|midday|mittags?', 12 * 60],
  ['midnight|mitternacht', 0],
];

/**
 * Minutes since midnight; null, and nothing consumed, when no time is here. `isBare`: a lone number counts, too, as the words around it require a
 * time.
 */
function takeOne(cursor: Cursor, isBare: boolean): number | null {
  const start = cursor.place();
  for (const [words, minutes] of PARTS) if (cursor.take(words) !== null) return minutes;
  const found = takeClock(cursor) ?? takeSpoken(cursor) ?? takeHour(cursor, isBare);
  if (found !== null && found >= 0 && found < 24 * 60) return found;
  cursor.back(start);
  return null;
}

/** `17:30`, `5:30 pm`, `17.30 Uhr`. */
function takeClock(cursor: Cursor): number | null {
  const found =
    cursor.take('(\\d{1,2}):([0-5]\\d)\\s*(?:([ap])\\.?m\\.?|uhr)?') ??
    cursor.take('(\\d{1,2})\\.([0-5]\\d)\\s*(?:([ap])\\.?m\\.?|uhr)');
  if (found === null) return null;
  return inDay(Number(found[1]), Number(found[2]), found[3]);
}

/** `half past nine`, `quarter to five pm`, `halb neun`, `Viertel nach neun`, `dreiviertel neun`. */
function takeSpoken(cursor: Cursor): number | null {
  const english = cursor.take(`(half|quarter)\\s+(past|to)\\s+(${HOUR})(?:\\s*([ap])\\.?m\\.?|\\s+o'?clock)?`);
  if (english !== null) {
    const minutes = english[1]?.toLowerCase() === 'half' ? 30 : 15;
    const whole = inDay(numberOf(english[3] ?? ''), 0, english[4]);
    return whole === null ? null : whole + (english[2]?.toLowerCase() === 'past' ? minutes : -minutes);
  }
  const german = cursor.take(`(halb|viertel\\s+(?:nach|vor)|dreiviertel)\\s+(${HOUR})(?:\\s+uhr)?`);
  if (german === null) return null;
  const whole = inDay(numberOf(german[2] ?? ''), 0, undefined);
  if (whole === null) return null;
  const how = (german[1] ?? '').toLowerCase().replace(/\s+/, ' ');
  return whole + (how === 'halb' ? -30 : how === 'viertel nach' ? 15 : -15);
}

/** `5 pm`, `17 Uhr`, `nine o'clock`; a lone hour only where a time is required. */
function takeHour(cursor: Cursor, isBare: boolean): number | null {
  const marked = cursor.take(`(${HOUR})(?:\\s*([ap])\\.?m\\.?|\\s*uhr(?:\\s+([0-5]?\\d))?|\\s+o'?clock|\\s*h)`);
  if (marked !== null) return inDay(numberOf(marked[1] ?? ''), Number(marked[3] ?? 0), marked[2]);
  const lone = isBare
    ? cursor.take(
        `(${HOUR})(?![.:,]?\\d|\\s*%|\\s*(?:minutes?|hours?|days?|weeks?|times?|minuten?|stunden?|tage?n?|wochen?|mal)\\b)`,
      )
    : null;
  return lone === null ? null : inDay(numberOf(lone[1] ?? ''), 0, undefined);
}

function inDay(hour: number, minute: number, half: string | undefined): number | null {
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const inHalf = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return inHalf > 23 || minute > 59 ? null : inHalf * 60 + minute;
}

/** When a lone number counts as a time: never, after “at”, or always, since a day was named. */
export type Lone = 'never' | 'after at' | 'always';

/** One time or several (`8:00 and 17:00`), sorted; null when none stands here. */
export function takeTimes(cursor: Cursor, lone: Lone): readonly number[] | null {
  const start = cursor.place();
  cursor.take(',');
  const isSaid = cursor.take('at|@|um|gegen') !== null;
  const first = takeOne(cursor, lone === 'always' || (isSaid && lone === 'after at'));
  if (first === null) {
    cursor.back(start);
    return null;
  }
  const times = [first];
  for (let before = cursor.place(); ; before = cursor.place()) {
    const isJoined = cursor.take('and|und|&') !== null || takeComma(cursor);
    if (isJoined) cursor.take('at|um');
    const next = isJoined ? takeOne(cursor, false) : null;
    if (next === null) {
      cursor.back(before);
      return [...new Set(times)].sort((one, other) => one - other);
    }
    times.push(next);
  }
}

function takeComma(cursor: Cursor): boolean {
  return cursor.take(',') !== null;
}

/** `08:00`. */
export function writeTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
