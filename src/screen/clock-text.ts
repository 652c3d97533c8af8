/** Clock texts: those whose value moved by as much as the time between two looks. Pure. */

/** Rounding and a late repaint. */
const SLACK_S = 2;
const CLOCK = /\b(\d{1,3}):(\d{2})(?::(\d{2}))?\b/g;
/** "12 s", "3 minutes ago", "noch 5 Sekunden". */
const COUNT =
  /\b(\d{1,5})(?=\s?(?:s|secs?|seconds?|sek|sekunden?|m|mins?|minutes?|minuten?|h|hrs?|hours?|std|stunden?)\b)/gi;
const MINUTES = /^\s?m/i;
const HOURS = /^\s?(?:h|st)/i;

export function ticksLikeAClock(before: string, after: string, elapsedMs: number): boolean {
  const [then, now] = [readTimes(before), readTimes(after)];
  if (then.rest !== now.rest || then.times.length === 0 || then.times.length !== now.times.length) return false;
  return then.times.every((time, index) => {
    const other = now.times[index];
    return other !== undefined && time.some((reading, way) => isApart(reading, other[way], elapsedMs / 1000));
  });
}

interface Reading {
  /** Seconds. */
  readonly value: number;
  /** Resolution of the value, seconds. */
  readonly unit: number;
}

function isApart(one: Reading, other: Reading | undefined, elapsedS: number): boolean {
  if (other === undefined) return false;
  return Math.abs(Math.abs(other.value - one.value) - elapsedS) <= SLACK_S + (one.unit === 1 ? 0 : one.unit);
}

/** The times in a text, each in the ways in which it can be read, and the text without them. */
function readTimes(text: string): { readonly times: readonly (readonly Reading[])[]; readonly rest: string } {
  const times: (readonly Reading[])[] = [];
  const rest = text
    .replace(CLOCK, (_, first: string, second: string, third: string | undefined) => {
      const [a, b] = [Number(first), Number(second)];
      // "14:05" may be a time of day, or minutes and seconds.
      const twoWays = [
        { value: a * 60 + b, unit: 1 },
        { value: a * 3600 + b * 60, unit: 60 },
      ];
      times.push(third === undefined ? twoWays : [{ value: a * 3600 + b * 60 + Number(third), unit: 1 }]);
      return '⏲';
    })
    .replace(COUNT, (digits: string, _first: string, at: number, whole: string) => {
      const behind = whole.slice(at + digits.length);
      const unit = HOURS.test(behind) ? 3600 : MINUTES.test(behind) ? 60 : 1;
      times.push([{ value: Number(digits) * unit, unit }]);
      return '⏲';
    });
  return { times, rest };
}
