/** An order's times in words. */
import { join, plural, quoted, say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import type { Order } from './order.ts';
import { WORKDAYS } from './read/day-words.ts';
import type { Watch } from './watch-schema.ts';
import type { Calendar, When } from './when.ts';

const WEEKDAYS: readonly Text[] = [
  say`Sunday`,
  say`Monday`,
  say`Tuesday`,
  say`Wednesday`,
  say`Thursday`,
  say`Friday`,
  say`Saturday`,
];
const MONTHS: readonly Text[] = [
  say`January`,
  say`February`,
  say`March`,
  say`April`,
  say`May`,
  say`June`,
  say`July`,
  say`August`,
  say`September`,
  say`October`,
  say`November`,
  say`December`,
];

export function sayWhen({ when, zone }: Pick<Order, 'when' | 'zone'>): Text {
  switch (when.kind) {
    case 'once':
      return say`once, on ${{ due: when.at, zone }}`;
    case 'calendar':
      return sayCalendar(when);
    case 'every':
      return sayInterval(when);
    case 'watch':
      return sayWatch(when.watch);
    case 'trigger':
      return when.fields.length === 0
        ? say`whenever “${when.name}” is called`
        : say`whenever “${when.name}” is called, with ${list(when.fields)}`;
  }
}

/** `a, b and c`. */
function list(items: readonly Text[]): Text {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : say`${join(items.slice(0, -1), ', ')} and ${last}`;
}

function sayCalendar({ times, weekdays, monthdays, months }: Calendar): Text {
  const at = list(times);
  if (monthdays !== undefined) {
    const days = list(monthdays.map((day) => (day === 'last' ? say`on the last day` : say`on day ${day}`)));
    return months === undefined
      ? say`${days} of every month, at ${at}`
      : say`every year ${days} of ${list(months.map((month) => MONTHS[month - 1] ?? ''))}, at ${at}`;
  }
  if (weekdays === undefined) return say`every day at ${at}`;
  if (weekdays.join() === WORKDAYS.join()) return say`Monday to Friday at ${at}`;
  return say`every ${list(weekdays.map((day) => WEEKDAYS[day] ?? ''))} at ${at}`;
}

function sayInterval({ ms }: Extract<When, { readonly kind: 'every' }>): Text {
  const minutes = Math.round(ms / 60_000);
  if (minutes % 1440 === 0) return plural(minutes / 1440, say`every 24 hours`, say`every ${minutes / 60} hours`);
  if (minutes % 60 === 0) return plural(minutes / 60, say`every hour`, say`every ${minutes / 60} hours`);
  return plural(minutes, say`every minute`, say`every ${minutes} minutes`);
}

function sayWatch(watch: Watch): Text {
  switch (watch.kind) {
    case 'text':
      return watch.app === null
        ? say`when ${quoted(showHidden(watch.text))} shows in front`
        : say`when ${quoted(showHidden(watch.text))} shows in ${showHidden(watch.app)}`;
    case 'gone':
      return watch.app === null
        ? say`when ${quoted(showHidden(watch.text))} no longer shows in front`
        : say`when ${quoted(showHidden(watch.text))} no longer shows in ${showHidden(watch.app)}`;
    case 'change':
      if (watch.place !== null) return say`when ${quoted(showHidden(watch.place.name))} changes`;
      return watch.app === null ? say`when the screen changes` : say`when ${showHidden(watch.app)} changes`;
    case 'file':
      return say`when a file like ${showHidden(watch.pattern)} arrives in ${showHidden(watch.folder)}`;
    case 'url':
      return watch.wants === 'answers'
        ? say`when ${showHidden(watch.url)} answers`
        : say`when ${showHidden(watch.url)} changes`;
    case 'process':
      return say`when ${showHidden(watch.name)} has ended`;
  }
}

/** The condition that a watch found. */
export function sayFound(watch: Watch): Text {
  switch (watch.kind) {
    case 'text':
      return watch.app === null
        ? say`${quoted(showHidden(watch.text))} shows in front.`
        : say`${quoted(showHidden(watch.text))} shows in ${showHidden(watch.app)}.`;
    case 'gone':
      return watch.app === null
        ? say`${quoted(showHidden(watch.text))} no longer shows in front.`
        : say`${quoted(showHidden(watch.text))} no longer shows in ${showHidden(watch.app)}.`;
    case 'change':
      if (watch.place !== null) return say`${quoted(showHidden(watch.place.name))} has changed.`;
      return watch.app === null ? say`The screen has changed.` : say`${showHidden(watch.app)} has changed.`;
    case 'file':
      return say`A file like ${showHidden(watch.pattern)} is in ${showHidden(watch.folder)}.`;
    case 'url':
      return watch.wants === 'answers'
        ? say`${showHidden(watch.url)} answers.`
        : say`${showHidden(watch.url)} has changed.`;
    case 'process':
      return say`${showHidden(watch.name)} has ended.`;
  }
}
