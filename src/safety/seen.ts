/**
 * What an approval is bound to on the screen, and whether it is still so (design, section 7): the window, the document's address, the
 * target with its pixels, and all that is written in the dialog, form or row around it. What ticks or plays outside of that is not.
 */
import type { Box, Container, Fingerprint, UiElement } from '../ports/desktop.ts';
import { surroundings } from '../screen/basis.ts';
import { tilesOf } from '../screen/fingerprints.ts';
import type { Observation } from '../screen/observe.ts';
import type { TextTicks } from '../screen/text-ticks.ts';
import type { Tickers } from '../screen/tickers.ts';
import { elementsIn, findReworded, focusedIn, isNear, isOtherWindow, modalsOf, type Reworded } from '../screen/told.ts';
import { shorten } from '../words/amounts.ts';
import { say, type Text } from '../words/say.ts';
import { showInLine } from '../words/visible.ts';

/** Where a window's place is not known: a bar with a clock at the top of the display, in points. */
const TOP_BAR_PT = 40;
const NAME_CHARACTERS = 60;

export const CHANGED_AROUND = say`the place to click looks different`;

const REST_FACTOR = 2.5;
const LEAST_REST_MS = 1000;

/** What the person was shown. */
export interface Seen {
  readonly look: Observation;
  /** What the action points at; null when it points nowhere, or at nothing that is listed. */
  readonly element: UiElement | null;
  /** Where the pixels must be as they were; null for actions that point nowhere. */
  readonly box: Box | null;
  /** It sends keys: they must go where they would have gone. */
  readonly isKeys: boolean;
  /** What is written there was seen to change by itself. */
  readonly ticks: Pick<TextTicks, 'isTicking' | 'mayTick'>;
  /** Since that look; what tells the time and stands outside a dialog, form or row may have gone on by as much. 0 unless given. */
  readonly elapsedMs?: number;
}

/** The element's own place where it is listed, as far as it is small; else what is around the point. */
export function boxOf(element: UiElement | null, place: Parameters<typeof surroundings>[0] | null): Box | null {
  if (place === null) return null;
  const around = surroundings(place);
  return element === null || element.box.width * element.box.height > around.width * around.height
    ? around
    : element.box;
}

/** `mayTick`: a text that reads differently, which may turn out to change by itself. */
export interface Difference {
  readonly text: Text;
  readonly mayTick: boolean;
}

/** What is different now by more than pixels, in words for the person; ''. `element`: the same one now, null when it is not there. */
export function findDifference(seen: Seen, now: Observation, element: UiElement | null): Difference {
  const text =
    findOtherWindow(seen, now) || findDialog(seen, now) || findOtherTarget(seen, element) || findOtherFocus(seen, now);
  return text === '' ? findOtherText(seen, now) : { text, mayTick: false };
}

function findOtherWindow({ look }: Seen, now: Observation): Text {
  const [then, present] = [look.frame.display, now.frame.display];
  if (present.width !== then.width || present.height !== then.height || present.index !== then.index)
    return say`the display changed`;
  if (now.front.app !== look.front.app)
    return now.front.app === '' ? say`another window is in front now` : say`${now.front.app} is in front now`;
  // A page that has an address is known by it; others by their title.
  const hasAddress = look.address !== undefined && now.address !== undefined;
  if (hasAddress ? now.front.pid !== look.front.pid : isOtherWindow(look.front, now.front))
    return say`the window changed`;
  if (look.address !== undefined && now.address === undefined)
    return say`I can no longer tell which page is open there`;
  // The list was late all the time before the question: nobody knows which page the yes is for.
  if (look.isListLate === true && look.address === undefined && now.address !== undefined)
    return say`which page is open is only known now`;
  return hasAddress && look.address !== now.address ? say`another page is open there now` : '';
}

function findDialog({ look }: Seen, now: Observation): Text {
  const known = new Set(modalsOf(look).map(({ id }) => id));
  const opened = look.elements.length === 0 ? undefined : modalsOf(now).find(({ id }) => !known.has(id));
  if (opened === undefined) return '';
  return opened.name === '' ? say`a dialog opened` : say`a dialog opened: ${named(opened.name)}`;
}

function findOtherTarget({ element: then }: Seen, now: UiElement | null): Text {
  if (then === null) return '';
  if (now === null) return say`${named(then.name)} is not there any more`;
  if (now.name !== then.name) return say`${named(then.name)} is called ${named(now.name)} now`;
  if (now.value !== then.value) return saysNow(then, now);
  if (!isNear(now.box, then.box)) return say`${named(then.name)} is in another place now`;
  if (now.isEnabled === then.isEnabled) return '';
  return now.isEnabled ? say`${named(then.name)} can be used now` : say`${named(then.name)} is switched off now`;
}

function findOtherFocus({ look, isKeys }: Seen, now: Observation): Text {
  const [then, present] = [focusedIn(look), focusedIn(now)];
  if (!isKeys || then === null || present === null) return '';
  const isSame = then.role === present.role && then.name === present.name && isNear(then.box, present.box);
  return isSame ? '' : say`the keys would go to ${named(present.name)} now`;
}

/** What is written around the target; without anything around it, in the whole window, as far as all of it is listed. */
function findOtherText(seen: Seen, now: Observation): Difference {
  const container = containerOf(seen);
  if (container === null)
    return describeOthers(findOthers(contentsAround(seen, seen.look), contentsAround(seen, now), seen), seen);
  if (!now.elements.some((element) => element.container?.id === container.id) && now.elementsNote === '')
    return {
      text: container.name === '' ? say`what was around it is gone` : say`${named(container.name)} was closed`,
      mayTick: false,
    };
  const others = findOthers(elementsIn(container, seen.look), elementsIn(container, now), seen);
  // A list that is not whole says nothing of what is gone.
  return describeOthers(
    others.filter(({ after }) => after !== null || now.elementsNote === ''),
    seen,
  );
}

/** Around something on a page a browser goes on counting messages and memory in its tabs; all else of it counts. */
function contentsAround({ element, look, isKeys }: Seen, told: Observation): readonly UiElement[] | null {
  const all = contentsOf(told);
  const target = element ?? (isKeys ? focusedIn(look) : null);
  if (target?.isInPage !== true || all === null) return all;
  return all.filter(({ isInPage, role }) => isInPage === true || role !== 'tab');
}

function findOthers(
  then: readonly UiElement[] | null,
  now: readonly UiElement[] | null,
  seen: Seen,
): readonly Reworded[] {
  if (then === null || now === null) return [];
  const elapsedMs = containerOf(seen) === null ? (seen.elapsedMs ?? 0) : 0;
  return findReworded(then, now, elapsedMs).filter(
    (one) => !(mayBeLeftOut(one, seen) && seen.ticks.isTicking(one.before, one.after)),
  );
}

/** In the dialog, form or row around the target what comes up or goes counts, however often it does. */
function mayBeLeftOut({ before, after }: Reworded, seen: Seen): boolean {
  return containerOf(seen) === null || (before !== null && after !== null);
}

function describeOthers(others: readonly Reworded[], seen: Seen): Difference {
  // What may turn out to tick is not what somebody is asked about, where something else is.
  const lasting = others.filter((one) => !(mayBeLeftOut(one, seen) && seen.ticks.mayTick(one.before, one.after)));
  const mayTick = others.length > 0 && lasting.length === 0;
  return { text: describeFirst(mayTick ? others : lasting), mayTick };
}

function describeFirst([first]: readonly Reworded[]): Text {
  if (first === undefined) return '';
  const { before, after } = first;
  if (before !== null && after !== null) return saysNow(before, after);
  if (after !== null) return say`${named(textOf(after))} came up`;
  return before === null ? '' : say`${named(textOf(before))} is not there any more`;
}

function saysNow(then: UiElement, now: UiElement): Text {
  if (then.value !== now.value && then.name === now.name && then.name !== '')
    return say`${named(then.name)} says ${named(now.value)} now, not ${named(then.value)}`;
  return say`it says ${named(textOf(now))} now, not ${named(textOf(then))}`;
}

function textOf({ name, value, role }: UiElement): string {
  return name || value || role;
}

function named(text: string): Text {
  return say`“${showInLine(shorten(text, NAME_CHARACTERS))}”`;
}

/** Pixels around the target that no text explains. */
export function describeWithin(seen: Seen): Text {
  const container = containerOf(seen);
  if (container === null) return say`something else in the window changed`;
  return container.name === ''
    ? say`something around it looks different`
    : say`something in ${named(container.name)} looks different`;
}

/** The dialog, form or row around the target, or around what takes the keys. */
export function containerOf({ element, look, isKeys }: Seen): Container | null {
  return element?.container ?? (isKeys ? focusedIn(look)?.container : undefined) ?? null;
}

/** Where the pixels must be as they were. */
export interface Watched {
  /** At the target, and at what stands around it that a list which is not whole says nothing of. */
  readonly around: ReadonlySet<number>;
  /** In the dialog, form or row around it; without one, in the whole window where nobody can list what it holds. */
  readonly within: ReadonlySet<number>;
  /** In the rest of a window that is listed: what changes there is told by its texts, but they may come later than the pixels. */
  readonly beside: ReadonlySet<number>;
}

export function watchedTiles(seen: Seen, now: Observation): Watched {
  const { fingerprint, display } = now.frame;
  const { front } = seen.look;
  const container = containerOf(seen);
  const isListed = contentsOf(seen.look) !== null && contentsOf(now) !== null;
  const top = TOP_BAR_PT * display.density;
  const rest = { x: 0, y: top, width: display.width, height: display.height - top };
  const window = front.app === '' ? new Set<number>() : tilesOf(front.box ?? rest, fingerprint);
  const unlisted = container === null ? [] : findUnlisted(elementsIn(container, seen.look), now);
  const boxes = [...(seen.box === null ? [] : [seen.box]), ...unlisted.map(({ box }) => box)];
  return {
    around: new Set(boxes.flatMap((box) => [...tilesOf(box, fingerprint)])),
    within: container !== null ? tilesOf(container.box, fingerprint) : isListed ? new Set() : window,
    beside: container === null && isListed ? window : new Set(),
  };
}

/** What a list that is not whole does not confirm. */
function findUnlisted(then: readonly UiElement[], now: Observation): readonly UiElement[] {
  if (now.elementsNote === '') return [];
  return findReworded(then, now.elements, 0).flatMap(({ before, after }) =>
    before !== null && after === null ? [before] : [],
  );
}

/** How the display looked at a time of `Clock.elapsed()`. */
export interface Sample {
  readonly fingerprint: Fingerprint;
  readonly atMs: number;
}

export type ChangedPixels = { readonly [part in keyof Watched]: readonly number[] };

/**
 * Tiles that are different now. One that turned by itself while the card was open (a look that came, went and came back; outside the
 * target also what goes on moving, and what the run knows to tick) is not; `returned` are those seen as they were since. `samples`: the
 * display while the card was open, oldest first; the first one is what was decided on.
 */
export function changedPixels(
  samples: readonly Sample[],
  watched: Watched,
  now: Sample,
  returned: ReadonlySet<number>,
  tickers: Pick<Tickers, 'explain'>,
): ChangedPixels {
  const first = samples[0]?.fingerprint;
  const { fingerprint } = now;
  const isComparable = first !== undefined && first.columns === fingerprint.columns && first.rows === fingerprint.rows;
  const differs = (tile: number): boolean => {
    if (!isComparable) return true;
    const hash = fingerprint.tiles[tile];
    const history = samples.map((sample) => sample.fingerprint.tiles[tile]);
    return hash !== first.tiles[tile] && !returned.has(tile) && !isBlink(history, hash);
  };
  const all = [...samples, now];
  const outside = (tiles: ReadonlySet<number>): readonly number[] => {
    const found = [...tiles].filter((tile) => !watched.around.has(tile) && differs(tile) && !isRestless(tile, all));
    const ticking = tickers.explain(found, fingerprint.columns);
    return found.filter((tile) => !ticking.has(tile));
  };
  return {
    around: [...watched.around].filter(differs),
    within: outside(watched.within),
    beside: outside(watched.beside),
  };
}

/** It turns to ever new looks and has not stopped: what is still for much longer than it ever was between two changes has. */
function isRestless(tile: number, samples: readonly Sample[]): boolean {
  const looks = new Set(samples.map(({ fingerprint }) => fingerprint.tiles[tile]));
  if (looks.size <= 2) return false;
  const changes = samples.filter(
    ({ fingerprint }, index) => index > 0 && fingerprint.tiles[tile] !== samples[index - 1]?.fingerprint.tiles[tile],
  );
  const [first, last, end] = [changes[0], changes.at(-1), samples.at(-1)];
  if (first === undefined || last === undefined || end === undefined) return false;
  const meanGapMs = (last.atMs - first.atMs) / Math.max(1, changes.length - 1);
  return end.atMs - last.atMs <= Math.max(LEAST_REST_MS, REST_FACTOR * meanGapMs);
}

/** null when not everything in the window is listed. */
export function contentsOf({ elements, elementsNote }: Observation): readonly UiElement[] | null {
  return elements.length === 0 || elementsNote !== '' ? null : elements;
}

/** A look that came, went and came back is a blink; one that came and stayed is a change. */
function isBlink(history: readonly (number | undefined)[], hash: number | undefined): boolean {
  let stretches = 0;
  for (const [index, value] of history.entries()) if (value === hash && history[index - 1] !== hash) stretches += 1;
  return stretches >= 2;
}
