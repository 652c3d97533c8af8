/** What has the focus, told over AT-SPI. */
import type { UiElement } from '../../../src/ports/desktop.ts';
import { planDate } from '../date-text.ts';
import {
  type DateField,
  type FocusTold,
  holdsText,
  PRESSED_ROLES,
  type ReadableField,
  waitForText,
} from '../focus-told.ts';
import { CURRENT_VALUE, hasState, MAXIMUM_VALUE, STATE, textUpTo } from './atspi.ts';
import type { ListedElement } from './compact.ts';
import { type BusConnection, readValue } from './dbus-connection.ts';
import type { Look } from './look.ts';

/** The time to ask for the largest values of a date's parts. */
const PARTS_MS = 1000;
const WHOLE_TEXT = textUpTo(-1);
const TEXT_ROLES: readonly string[] = ['field', 'text area', 'password field', 'terminal'];
const ONE_LINE_ROLES: readonly string[] = ['field', 'password field', 'number field', 'combo box'];
/** A hidden field that only catches keys is smaller than any letter. */
const SMALLEST_FIELD_PX = 8;

export function readFocus({ list, listed }: Look, bus: BusConnection): FocusTold {
  if (list.coverage === 'unavailable') return { kind: 'unknown' };
  const focused = listed.find(({ element }) => element.isFocused);
  if (focused === undefined) return { kind: list.coverage === 'complete' ? 'nothing' : 'unknown' };
  const { element, raw } = focused;
  if (element.isSecure) return { kind: 'text', field: null, isOneLine: true };
  if (PRESSED_ROLES.includes(element.role)) return { kind: 'pressed', role: element.role };
  const isText = TEXT_ROLES.includes(element.role) || hasState(raw.states, STATE.editable);
  const parts = partsOf(element, listed);
  if (parts.length > 0) return { kind: 'keys', field: readParts(parts, bus), date: readDate(parts, bus) };
  const isReadable = raw.role.reads === 'text' || raw.role.reads === 'number';
  const isShown = Math.min(element.box.width, element.box.height) >= SMALLEST_FIELD_PX;
  const field = isReadable && isShown && element.role !== 'terminal' ? readContent(focused, bus) : null;
  return isText ? { kind: 'text', field, isOneLine: ONE_LINE_ROLES.includes(element.role) } : { kind: 'keys', field };
}

/** The fields of the date or time (day, month, year; hours, minutes) that the focused one belongs to. */
function partsOf(element: UiElement, listed: readonly ListedElement[]): readonly ListedElement[] {
  if (element.role !== 'number field') return [];
  const dates = listed.filter((one) => one.element.role === 'date field' && isInside(element, one.element));
  const [date] = dates;
  if (date === undefined) return [];
  return listed
    .filter((one) => one.element.role === 'number field' && isInside(one.element, date.element))
    .toSorted((one, other) => one.element.box.x - other.element.box.x);
}

function readContent({ raw }: ListedElement, bus: BusConnection): ReadableField {
  const read = async (until: number): Promise<string | null> =>
    readValue(await bus.ask(raw.target, WHOLE_TEXT, until)) ??
    (raw.role.reads === 'number' ? String(readValue(await bus.ask(raw.target, CURRENT_VALUE, until)) ?? '') : null);
  return { id: idOf(raw.target), check: (text) => waitForText(read, (shown) => holdsText(shown, text)) };
}

async function askValues(parts: readonly ListedElement[], bus: BusConnection, until: number) {
  const values = await Promise.all(parts.map(({ raw }) => bus.ask(raw.target, CURRENT_VALUE, until)));
  return values.every(({ ok }) => ok) ? values.map((value) => readValue(value) ?? 0) : null;
}

/** Reads a date as all of its parts, in the order they stand in. */
function readParts(parts: readonly ListedElement[], bus: BusConnection): ReadableField {
  const read = async (until: number): Promise<string | null> => (await askValues(parts, bus, until))?.join(' ') ?? null;
  return {
    id: parts.map(({ raw }) => idOf(raw.target)).join(' '),
    // The name of a month is shown as its number.
    check: async (text) => (/\d/.test(text) ? await waitForText(read, (shown) => holdsNumbers(shown, text)) : null),
  };
}

function readDate(parts: readonly ListedElement[], bus: BusConnection): DateField {
  return {
    async plan(text) {
      const until = performance.now() + PARTS_MS;
      const most = await Promise.all(parts.map(({ raw }) => bus.ask(raw.target, MAXIMUM_VALUE, until)));
      const known = parts.map(({ element }, index) => ({
        max: readValue(most[index]) ?? 0,
        isFocused: element.isFocused,
      }));
      return most.every(({ ok }) => ok) ? planDate(text, known) : null;
    },
    async check({ wanted }) {
      const read = async (until: number): Promise<string | null> =>
        (await askValues(parts, bus, until))?.join(' ') ?? null;
      const isThere = (shown: string): boolean =>
        shown.split(' ').every((value, index) => (wanted[index] ?? null) === null || Number(value) === wanted[index]);
      return await waitForText(read, isThere);
    },
  };
}

/** “12252026” and “12/25/2026” are both 12, 25 and 2026: each number is one part, or parts that follow each other. */
function holdsNumbers(shown: string, text: string): boolean {
  const parts = shown.split(' ');
  const numbers = text.match(/\d+/g) ?? [];
  return numbers.length > 0 && parts.some((_, start) => isFrom(parts.slice(start), numbers));
}

function isFrom(parts: readonly string[], [number, ...others]: readonly string[]): boolean {
  if (number === undefined) return true;
  return parts.some((_, more) => {
    const some = parts.slice(0, more + 1);
    const isOne = more === 0 && Number(some[0]) === Number(number);
    const isRun = some.map((part) => part.padStart(2, '0')).join('') === number;
    return (isOne || isRun) && isFrom(parts.slice(more + 1), others);
  });
}

function idOf({ name, path }: { readonly name: string; readonly path: string }): string {
  return `${name} ${path}`;
}

function isInside({ box: inner }: UiElement, { box: outer }: UiElement): boolean {
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}
