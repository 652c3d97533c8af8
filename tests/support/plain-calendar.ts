/** A second way to reckon the times of a calendar: day by day, by the zone's own offsets, without the library that the source uses. */
import type { Calendar } from '../../src/orders/when.ts';

const HOUR = 3_600_000;
const offsets = new Map<string, (at: number) => number>();

/** Milliseconds that a wall clock of this zone is ahead of UTC. */
function offsetOf(zone: string): (at: number) => number {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const byQuarter = new Map<number, number>();
  const offset = (at: number): number => {
    // No zone of today changes its clock but on a quarter of an hour.
    const quarter = Math.floor(at / (HOUR / 4));
    const told = byQuarter.get(quarter);
    if (told !== undefined) return told;
    const name = format.formatToParts(quarter * (HOUR / 4)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
    const ms = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000);
    byQuarter.set(quarter, ms);
    return ms;
  };
  offsets.set(zone, offset);
  return offset;
}

/** When the wall clock shows this for the first time; where it never does, when it has jumped over it. */
function firstShown(wall: number, offset: (at: number) => number): number {
  const before = offset(wall - 26 * HOUR);
  const after = offset(wall + 26 * HOUR);
  const fits = [wall - before, wall - after].filter((at) => at + offset(at) === wall).sort((one, other) => one - other);
  if (fits[0] !== undefined) return fits[0];
  // The jump lies between the two readings of it.
  let low = wall - Math.max(before, after);
  let high = wall - Math.min(before, after);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** All moments after `from` and until `to`, that one included. */
export function plainTimes(calendar: Calendar, zone: string, from: number, to: number): readonly number[] {
  const offset = offsetOf(zone);
  const found = new Set<number>();
  const day = new Date(from - 48 * HOUR);
  day.setUTCHours(0, 0, 0, 0);
  for (; day.getTime() < to + 48 * HOUR; day.setUTCDate(day.getUTCDate() + 1)) {
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    const date = day.getUTCDate();
    const { weekdays, monthdays, months } = calendar;
    if (weekdays !== undefined && !weekdays.includes(day.getUTCDay())) continue;
    if (months !== undefined && !months.includes(day.getUTCMonth() + 1)) continue;
    if (monthdays !== undefined && !monthdays.some((one) => (one === 'last' ? date === last : date === one))) continue;
    for (const time of calendar.times) {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const at = firstShown(day.getTime() + hour * HOUR + minute * 60_000, offset);
      if (at > from && at <= to) found.add(at);
    }
  }
  return [...found].sort((one, other) => one - other);
}
