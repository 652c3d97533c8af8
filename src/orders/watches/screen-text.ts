/** Whether a text shows: in the titles, and in the names and values of elements. The elements are read when the screen has moved. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Display, Fingerprint } from '../../ports/desktop.ts';
import { changedTiles } from '../../screen/fingerprints.ts';
import type { Look } from './look.ts';

export interface TextPorts {
  readonly desktop: Pick<Desktop, 'fingerprint' | 'elements' | 'front'>;
  readonly clock: Clock;
}

/** A still screen may hide a change that its pixels do not show. */
const STILL_READ_MS = 20_000;
/** Where something ticks without end, it is read no more often. */
const READ_MS = 1500;

/** `wants`: that it shows, or that it shows no longer. */
export function watchText(
  {
    text,
    app,
    wants,
    display,
  }: { readonly text: string; readonly app: string | null; readonly wants: 'text' | 'gone'; readonly display: Display },
  { desktop, clock }: TextPorts,
): Look {
  const wanted = text.toLowerCase();
  let last: Fingerprint | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let isUnread = true;
  let missing = 0;
  const holds = (words: string): boolean => words.toLowerCase().includes(wanted);
  return async (signal) => {
    const now = await desktop.fingerprint(display.index, signal);
    const isMoving = last === null || changedTiles(last, now).length > 0;
    last = now;
    isUnread = isUnread || isMoving;
    const since = clock.elapsed() - readAt;
    const isDue = isUnread ? since >= READ_MS || missing > 0 : since >= STILL_READ_MS || missing > 0;
    if (!isDue) return { found: false, isMoving: isUnread };
    isUnread = false;
    readAt = clock.elapsed();
    const list = await desktop.elements({ app, display }, signal);
    const title = app === null ? (await desktop.front(signal)).title : '';
    const shows =
      holds(title) || list.elements.some(({ name, value, isSecure }) => holds(name) || (!isSecure && holds(value)));
    if (wants === 'text') return { found: shows, isMoving };
    // A list that could not be read, or not whole, does not say that it is gone; and one look may come in between.
    const isSure = list.coverage === 'complete' && list.isLate !== true;
    missing = shows || !isSure ? 0 : missing + 1;
    return { found: missing >= 2, isMoving: isMoving || missing > 0 };
  };
}

/** Whether what an application shows has changed, by the texts of its elements; one that changed twice ticks. */
export function watchTexts(app: string, display: Display, { desktop, clock }: TextPorts): Look {
  let first: ReadonlyMap<string, string> | null = null;
  let last: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  const changes = new Map<string, number>();
  return async (signal) => {
    if (clock.elapsed() - readAt < READ_MS) return { found: false, isMoving: true };
    readAt = clock.elapsed();
    const list = await desktop.elements({ app, display }, signal);
    if (list.coverage === 'unavailable' || list.isLate === true) return { found: false, isMoving: false };
    const now = new Map(
      list.elements.map(({ role, name, value, box, isSecure }) => [
        `${role} ${box.x},${box.y}`,
        isSecure ? '' : `${name} ${value}`,
      ]),
    );
    if (first === null) {
      first = now;
      last = now;
      return { found: false, isMoving: true };
    }
    const moved = keysOf(last, now);
    for (const key of moved) changes.set(key, (changes.get(key) ?? 0) + 1);
    last = now;
    const changed = keysOf(first, now).filter((key) => (changes.get(key) ?? 0) < 2);
    // It stays for a second look: what ticks changes again by then.
    return { found: changed.length > 0 && !changed.some((key) => moved.includes(key)), isMoving: moved.length > 0 };
  };
}

function keysOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));
}
