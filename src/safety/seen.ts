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
export const CHANGED_ELSEWHERE = say`something else in the window changed`;

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
  if (container === null) return describeOthers(findOthers(contentsOf(seen.look), contentsOf(now), seen), seen);
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

function findOthers(
  then: readonly UiElement[] | null,
  now: readonly UiElement[] | null,
  { ticks }: Seen,
): readonly Reworded[] {
  if (then === null || now === null) return [];
  return findReworded(then, now, 0).filter(
    ({ before, after }) => before === null || after === null || !ticks.isTicking(before, after),
  );
}

function describeOthers(others: readonly Reworded[], { ticks }: Seen): Difference {
  const isNothing = others.length === 0;
  const mayTick = others.every(
    ({ before, after }) => before !== null && after !== null && ticks.mayTick(before, after),
  );
  return { text: describeFirst(others), mayTick: !isNothing && mayTick };
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

/** The dialog, form or row around the target, or around what takes the keys. */
export function containerOf({ element, look, isKeys }: Seen): Container | null {
  return element?.container ?? (isKeys ? focusedIn(look)?.container : undefined) ?? null;
}

/** Where the pixels must be as they were: at the target, and in the whole window where nobody can list what it holds. */
export interface Watched {
  readonly around: ReadonlySet<number>;
  readonly within: ReadonlySet<number>;
}

export function watchedTiles(seen: Seen, now: Observation): Watched {
  const { fingerprint, display } = now.frame;
  const { front } = seen.look;
  const isListed = containerOf(seen) !== null || (contentsOf(seen.look) !== null && contentsOf(now) !== null);
  const top = TOP_BAR_PT * display.density;
  const rest = { x: 0, y: top, width: display.width, height: display.height - top };
  return {
    around: seen.box === null ? new Set() : tilesOf(seen.box, fingerprint),
    within: isListed || front.app === '' ? new Set() : tilesOf(front.box ?? rest, fingerprint),
  };
}

/**
 * Tiles that are different now. One that turned by itself while the card was open (a look that came, went and came back; outside the
 * target also any third look, and what the run knows to tick) is not; `returned` are those seen as they were since. `samples`: the
 * display while the card was open, oldest first; the first one is what was decided on.
 */
export function changedPixels(
  samples: readonly Fingerprint[],
  watched: Watched,
  now: Fingerprint,
  returned: ReadonlySet<number>,
  tickers: Pick<Tickers, 'explain'>,
): { readonly around: readonly number[]; readonly within: readonly number[] } {
  const first = samples[0];
  const isComparable = first !== undefined && first.columns === now.columns && first.rows === now.rows;
  const differs = (tile: number): boolean => {
    if (!isComparable) return true;
    const hash = now.tiles[tile];
    const history = samples.map((sample) => sample.tiles[tile]);
    return hash !== first.tiles[tile] && !returned.has(tile) && !isBlink(history, hash);
  };
  const isRestless = (tile: number): boolean =>
    new Set([...samples.map((sample) => sample.tiles[tile]), now.tiles[tile]]).size > 2;
  const within = [...watched.within].filter((tile) => !watched.around.has(tile) && differs(tile) && !isRestless(tile));
  const ticking = tickers.explain(within, now.columns);
  return { around: [...watched.around].filter(differs), within: within.filter((tile) => !ticking.has(tile)) };
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
