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

/** Height, in points, of a bar with a clock at the top of the display, for windows with an unknown place. */
const TOP_BAR_PT = 40;
const NAME_CHARACTERS = 60;

export const CHANGED_AROUND = say`the place to click looks different`;

const REST_FACTOR = 2.5;
const LEAST_REST_MS = 1000;

/** What the person was shown. */
export interface Seen {
  readonly look: Observation;
  /** The target; null when the action has none, or none that is listed. */
  readonly element: UiElement | null;
  /** Area whose pixels must not change; null for actions without a place. */
  readonly box: Box | null;
  /** The action sends keys: the focus must still be the same. */
  readonly isKeys: boolean;
  /** Texts that were seen to change by themselves. */
  readonly ticks: Pick<TextTicks, 'isTicking' | 'mayTick'>;
  /** Time since that look; clock texts outside a dialog, form or row may have advanced by this much. 0 unless given. */
  readonly elapsedMs?: number;
}

/** The element's own box, if it is listed and small; else the surroundings of the point. */
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

/** The difference now beyond pixels, in words for the person; ''. `element`: the same element now, null when it is gone. */
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
  // The list was late before the question as well, so it is unknown which page the approval is for.
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

/** Changed text around the target; without a container, in the whole window, as far as it is listed. */
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
  // An incomplete list does not prove that a text is gone.
  return describeOthers(
    others.filter(({ after }) => after !== null || now.elementsNote === ''),
    seen,
  );
}

/** Elements around the target. For a target in a page the browser's tabs are left out, as they count messages and memory. */
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

/** In the container of the target a text that appears or disappears always counts, even if it does so regularly. */
function mayBeLeftOut({ before, after }: Reworded, seen: Seen): boolean {
  return containerOf(seen) === null || (before !== null && after !== null);
}

function describeOthers(others: readonly Reworded[], seen: Seen): Difference {
  // A text that may change by itself is not reported when something else has changed.
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

/** The dialog, form or row around the target, or around the focused element. */
export function containerOf({ element, look, isKeys }: Seen): Container | null {
  return element?.container ?? (isKeys ? focusedIn(look)?.container : undefined) ?? null;
}

/** Tiles that must not change. */
export interface Watched {
  /** Tiles of the target, and of elements around it that an incomplete list does not confirm. */
  readonly around: ReadonlySet<number>;
  /** Tiles of the container; without one, of the whole window when its elements cannot be listed. */
  readonly within: ReadonlySet<number>;
  /** Tiles of the rest of a listed window: a change there is reported by its texts, but these may come later than the pixels. */
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

/** Elements that an incomplete list does not confirm. */
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
 * Tiles that have changed. A tile that changed by itself while the card was open does not count: one whose present look came, went and came back;
 * outside the target also steady motion and known tickers. `returned`: tiles seen in their first state since. `samples`: the display while the card
 * was open, oldest first; the first one was decided on.
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

/** Whether a tile keeps changing to new looks and has not stopped: a rest much longer than ever before means that it has. */
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
