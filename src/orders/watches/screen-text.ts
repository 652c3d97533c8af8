/** Whether a text shows: listed by windows, or recognised on the screen. It is searched for when the screen has moved. */
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Display, Fingerprint, UiElement } from '../../ports/desktop.ts';
import { changedTiles } from '../../screen/fingerprints.ts';
import { frontOn } from '../../screen/observe.ts';
import { isTextOf, lookForText, type TextLook } from '../../screen/shown-text.ts';
import type { Look, Looked } from './look.ts';
import { watchPixels } from './screen-change.ts';

export interface TextPorts {
  readonly desktop: Pick<Desktop, 'fingerprint' | 'elements' | 'front' | 'see' | 'capture'>;
  readonly clock: Clock;
}

/** Interval of checks on a still screen, as a change may not show in its pixels. */
const STILL_READ_MS = 20_000;
/** Shortest interval of recognition, when something ticks without end. */
const READ_MS = 1500;
/** A window's elements may follow its pixels after a delay, so an earlier reading after a change is repeated. */
const SETTLED_MS = 1000;
/** Number of repeats of an incomplete reading, until something changes again. */
const UNSURE_READS = 3;
/** Factor on the time for elements, as nobody waits for a watch. */
const PATIENCE = 4;

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
  let last: Fingerprint | null = null;
  let movedAt = clock.elapsed();
  let readAt = Number.NEGATIVE_INFINITY;
  let unsure = 0;
  let missing = 0;
  const isUnread = (): boolean => readAt < movedAt + SETTLED_MS || (unsure > 0 && unsure <= UNSURE_READS);
  return async (signal) => {
    const now = await desktop.fingerprint(display.index, signal);
    const isMoving = last === null || changedTiles(last, now).length > 0;
    last = now;
    if (isMoving) {
      movedAt = clock.elapsed();
      unsure = 0;
    }
    const since = clock.elapsed() - readAt;
    const isDue = missing > 0 || since >= (isUnread() ? READ_MS : STILL_READ_MS);
    if (!isDue) return { found: false, isMoving: isUnread() };
    const startedAt = clock.elapsed();
    const { shows, isSure } = await lookIn(app, text, display, desktop, signal);
    // A failed reading does not count.
    readAt = startedAt;
    unsure = isSure ? 0 : unsure + 1;
    if (wants === 'text') return { found: shows, isMoving: isMoving || isUnread() };
    // An incomplete reading does not prove that the text is gone, and two in a row are required.
    missing = shows || !isSure ? 0 : missing + 1;
    return { found: missing >= 2, isMoving: isMoving || isUnread() || missing > 0 };
  };
}

/** `app` null: in whatever is in front. Another application is searched by its elements only. */
async function lookIn(
  app: string | null,
  text: string,
  display: Display,
  desktop: TextPorts['desktop'],
  signal: AbortSignal,
): Promise<TextLook> {
  if (app === null || (await isInFront(app, desktop, signal)))
    return lookForText(text, display, desktop, signal, PATIENCE);
  const list = await desktop.elements({ app, display, patience: PATIENCE }, signal);
  const shows = list.elements.some((element) => isTextOf(element, text));
  return { shows, isSure: list.coverage === 'complete' && list.isLate !== true };
}

async function isInFront(app: string, desktop: Pick<Desktop, 'front'>, signal: AbortSignal): Promise<boolean> {
  return (await desktop.front(signal)).app.toLowerCase() === app.toLowerCase();
}

/**
 * Whether an application's content has changed and come to rest, by the texts of its elements. Without texts, by the pixels of its window while that
 * is in front.
 */
export function watchTexts(app: string, display: Display, ports: TextPorts): Look {
  const { desktop, clock } = ports;
  let first: ReadonlyMap<string, string> | null = null;
  let last: ReadonlyMap<string, string> = new Map();
  let pixels: { readonly box: string; readonly look: Look } | null = null;
  const changes = new Map<string, TextChange>();

  /** Pixels of the window at this place; after a move it begins anew. */
  const lookAtPixels = async (signal: AbortSignal): Promise<Looked> => {
    const front = await frontOn(display, desktop, signal);
    const isHere = front.app.toLowerCase() === app.toLowerCase() && front.box != null;
    if (!isHere || front.box == null) return { found: false, isMoving: false };
    const key = JSON.stringify(front.box);
    if (pixels?.box !== key)
      pixels = { box: key, look: watchPixels({ display: display.index, box: front.box }, ports) };
    return pixels.look(signal);
  };

  return async (signal) => {
    if (pixels !== null) return lookAtPixels(signal);
    const list = await desktop.elements({ app, display, patience: PATIENCE }, signal);
    if (list.coverage === 'unavailable' && first === null) return lookAtPixels(signal);
    if (list.coverage === 'unavailable' || list.isLate === true) return { found: false, isMoving: false };
    const now = textsOf(list.elements);
    if (first === null) {
      first = now;
      last = now;
      return { found: false, isMoving: true };
    }
    const moved = keysOf(last, now);
    const atMs = clock.elapsed();
    for (const key of moved) {
      const before = changes.get(key);
      changes.set(key, {
        atMs,
        longestMs: before === undefined ? 0 : Math.max(before.longestMs, atMs - before.atMs),
        isClock: clock.now() % MINUTE_MS < CLOCK_MS && isClockTurn(last.get(key), now.get(key)),
      });
    }
    last = now;
    const rests = keysOf(first, now).some((key) => {
      const change = changes.get(key);
      return change !== undefined && !moved.includes(key) && atMs - change.atMs >= restOf(change);
    });
    return { found: rests, isMoving: moved.length > 0 };
  };
}

interface TextChange {
  readonly atMs: number;
  /** Between two of its changes; 0: it changed once. */
  readonly longestMs: number;
  /** It may be a clock without seconds. */
  readonly isClock: boolean;
}

const MINUTE_MS = 60_000;
/** So soon after a minute began, the time of day in a text may be a clock. */
const CLOCK_MS = 5000;
/** Text that changed several times has come to rest after this time, however fast it changed. */
const REST_MS = 2200;

/** How long, ms, it must stay to be no tick; a ticking text changes again by then. */
function restOf({ longestMs, isClock }: TextChange): number {
  if (isClock) return MINUTE_MS + CLOCK_MS;
  return longestMs === 0 ? 0 : Math.max(REST_MS, 2 * longestMs);
}

function isClockTurn(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [before, after] = [one, other].map((text) => text.replaceAll(/\d{1,2}[:.]\d{2}/g, '#'));
  return before === after;
}

/** Texts by their place in the window, wherever the window is. */
function textsOf(elements: readonly UiElement[]): ReadonlyMap<string, string> {
  const [left, top] = [Math.min(...elements.map(({ box }) => box.x)), Math.min(...elements.map(({ box }) => box.y))];
  return new Map(
    elements.map(({ role, name, value, box, isSecure }) => [
      `${role} ${box.x - left},${box.y - top}`,
      isSecure ? '' : `${name} ${value}`,
    ]),
  );
}

function keysOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));
}
