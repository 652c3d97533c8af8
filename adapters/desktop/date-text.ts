/** A date or time as the standard writes it, and which keys put it into a field made of parts in whatever order its language has. Pure. */

/** A part of a date field; parts come in the order they stand in. */
export interface DatePart {
  /** The part's largest value: 12, 31, 59, a year. */
  readonly max: number;
  readonly isFocused: boolean;
}

export type DateKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'left' | 'right' | 'up' | 'erase' };

export interface DatePlan {
  readonly keys: readonly DateKey[];
  /** The values that the parts are to have in the end; null for one that is not compared. */
  readonly wanted: readonly (number | null)[];
}

type Kind = 'year' | 'month' | 'day' | 'week' | 'hour' | 'minute' | 'second' | 'half' | 'other';
type Moment = Readonly<Partial<Record<Kind, number>>>;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(\d{2})$/;
const WEEK = /^(\d{4})-W(\d{2})$/i;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;
const BOTH = /^(\d{4}-\d{2}-\d{2})(?:T|,? +)(\d{1,2}:\d{2}.*)$/i;
const LEAST_YEAR = 1000;

/** null for any other text. */
export function readMoment(text: string): Moment | null {
  const both = BOTH.exec(text.trim());
  if (both !== null) {
    const [date, time] = [readMoment(both[1] ?? ''), readMoment(both[2] ?? '')];
    return date === null || time === null ? null : { ...date, ...time };
  }
  const [, year, month, day] = DATE.exec(text.trim()) ?? MONTH.exec(text.trim()) ?? [];
  if (year !== undefined)
    return { year: Number(year), month: Number(month), ...(day === undefined ? {} : { day: Number(day) }) };
  const [, ofYear, week] = WEEK.exec(text.trim()) ?? [];
  if (ofYear !== undefined) return { year: Number(ofYear), week: Number(week) };
  const [, hours, minute, second, half] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { hour, minute: Number(minute), ...(second === undefined ? {} : { second: Number(second) }) };
}

/** null where the text is no such date, or the parts are not those of it: it is typed as it is then. */
export function planDate(text: string, parts: readonly DatePart[]): DatePlan | null {
  const moment = readMoment(text);
  const focused = parts.findIndex(({ isFocused }) => isFocused);
  if (moment === null || focused < 0) return null;
  const kinds = kindsOf(parts, moment);
  const given = Object.keys(moment).filter((kind) => kind !== 'second');
  const isAll = given.every((kind) => kinds.some((one) => one === kind));
  const isOnly = kinds.every((kind) => kind in moment || ['second', 'half', 'other'].includes(kind));
  if (!isAll || !isOnly) return null;
  const hasHalves = kinds.includes('half');
  const values = kinds.map((kind, index) =>
    kind === 'half' ? halfIn(moment, parts[index]?.max) : valueIn(kind, moment, hasHalves),
  );
  const keys = values.flatMap((value, index): readonly DateKey[] => {
    const kind = kinds[index];
    const isLast = index === values.length - 1;
    const onward: readonly DateKey[] = isLast ? [] : [{ kind: 'right' }];
    if (kind === 'half') return [{ kind: 'text', text: (moment.hour ?? 0) < 12 ? 'A' : 'P' }, ...onward];
    if (value === null) return onward;
    // A month without a day is shown by its name, which differs by language: from an empty part, each Up key is a month.
    if (kind === 'month' && moment.day === undefined)
      return [{ kind: 'erase' }, ...Array.from({ length: value }, (): DateKey => ({ kind: 'up' })), ...onward];
    // Two digits move on to the next part by themselves; a year may have six.
    if (kind === 'year') return [{ kind: 'text', text: String(value).padStart(4, '0') }, ...onward];
    return [{ kind: 'text', text: String(value).padStart(2, '0') }];
  });
  return { keys: [...Array.from({ length: focused }, (): DateKey => ({ kind: 'left' })), ...keys], wanted: values };
}

function valueIn(kind: Kind, moment: Moment, hasHalves: boolean): number | null {
  if (kind === 'hour' && hasHalves) return (moment.hour ?? 0) % 12 || 12;
  return moment[kind] ?? null;
}

/** The value of the AM/PM part where it is a number: 1 or 2. */
function halfIn({ hour = 0 }: Moment, max: number | undefined): number | null {
  if (max !== 2) return null;
  return hour < 12 ? 1 : 2;
}

/** The kind of each part; the date stands before the time. */
function kindsOf(parts: readonly DatePart[], moment: Moment): readonly Kind[] {
  const kinds: Kind[] = [];
  for (const { max } of parts) kinds.push(kindOf(max, moment, kinds));
  return kinds;
}

function kindOf(max: number, moment: Moment, before: readonly Kind[]): Kind {
  if (max >= LEAST_YEAR) return 'year';
  if (max === 12 && moment.month !== undefined && !before.includes('month')) return 'month';
  if (max >= 28 && max <= 31) return 'day';
  if (max === 52 || max === 53) return 'week';
  if (max === 59) return before.includes('minute') ? 'second' : 'minute';
  if ([11, 12, 23, 24].includes(max)) return 'hour';
  return max <= 2 ? 'half' : 'other';
}
