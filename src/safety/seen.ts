/** What an approval is bound to on the screen, and whether it is still so: a blinking caret is, a moved button is not. */
import type { Box, Display, Fingerprint, FrontWindow, Place, UiElement } from '../ports/desktop.ts';
import { isReading } from '../screen/element-kinds.ts';
import { tilesOf } from '../screen/fingerprints.ts';
import type { Observation } from '../screen/observe.ts';
import { say, type Text } from '../words/say.ts';

/** Half the width and height of what must stay the same around a target, in pixels. */
const REACH_X_PX = 64;
const REACH_Y_PX = 32;
/** Where a window's place is not known: a bar with a clock at the top of the display, in points. */
const TOP_BAR_PT = 40;

export const CHANGED_AROUND = say`the place to click looks different`;
export const CHANGED_ELSEWHERE = say`something else in the window changed`;

/** The surroundings of a target on its display. */
export function surroundings(place: Place): Box {
  const x = Math.max(0, place.x - REACH_X_PX);
  const y = Math.max(0, place.y - REACH_Y_PX);
  return {
    x,
    y,
    width: Math.min(place.display.width, place.x + REACH_X_PX) - x,
    height: Math.min(place.display.height, place.y + REACH_Y_PX) - y,
  };
}

/** What the person was shown. */
export interface Seen {
  readonly display: Display;
  readonly front: FrontWindow;
  readonly element: SeenElement | null;
  /** The target's surroundings; null for actions that point nowhere. */
  readonly box: Box | null;
  /** What else the window held, as far as all of it is listed; null when it is not. */
  readonly contents: readonly SeenElement[] | null;
  /** Once more a little later: what reads differently then by itself, such as a clock; null when nobody looked. */
  readonly later: readonly SeenElement[] | null;
  /** Fingerprints of the display while the card was new, oldest first; the first one is what was decided on. */
  readonly samples: readonly Fingerprint[];
}

export type SeenElement = Pick<UiElement, 'role' | 'name' | 'value' | 'box'>;

/** What is different now, in words for the person, or the same as far as it goes by more than pixels. */
export function findDifference(seen: Seen, now: Observation, element: SeenElement | null): Text {
  const { display } = now.frame;
  if (
    display.width !== seen.display.width ||
    display.height !== seen.display.height ||
    display.index !== seen.display.index
  ) {
    return say`the display changed`;
  }
  if (now.front.app !== seen.front.app)
    return now.front.app === '' ? say`another window is in front now` : say`${now.front.app} is in front now`;
  if (now.front.title !== seen.front.title || now.front.pid !== seen.front.pid) return say`the window changed`;
  if (JSON.stringify(element) !== JSON.stringify(seen.element)) return say`the element changed`;
  return hasOtherContents(seen, now) ? CHANGED_ELSEWHERE : '';
}

/** Where the pixels must be as they were: around the target, and in the whole window where its contents are not all listed. */
export interface Watched {
  readonly around: ReadonlySet<number>;
  readonly within: ReadonlySet<number>;
}

export function watchedTiles(seen: Seen, now: Observation): Watched {
  const { fingerprint, display } = now.frame;
  const isListed = seen.contents !== null && contentsOf(now) !== null;
  const top = TOP_BAR_PT * display.density;
  const rest = { x: 0, y: top, width: display.width, height: display.height - top };
  return {
    around: seen.box === null ? new Set() : tilesOf(seen.box, fingerprint),
    within: isListed || seen.front.app === '' ? new Set() : tilesOf(seen.front.box ?? rest, fingerprint),
  };
}

/**
 * Tiles that are different now. One that turned by itself while the card was new (a look that came, went and came back; outside the
 * surroundings of the target also any third look) is not; `returned` are those seen as they were since.
 */
export function changedPixels(
  { samples }: Seen,
  watched: Watched,
  now: Fingerprint,
  returned: ReadonlySet<number>,
): { readonly around: readonly number[]; readonly within: readonly number[] } {
  const first = samples[0];
  const isComparable = first !== undefined && first.columns === now.columns && first.rows === now.rows;
  const differs = (tile: number): boolean => {
    if (!isComparable) return true;
    const hash = now.tiles[tile];
    const history = samples.map((sample) => sample.tiles[tile]);
    return hash !== first.tiles[tile] && !returned.has(tile) && !isBlink(history, hash);
  };
  const isRestless = (tile: number): boolean => new Set(samples.map((sample) => sample.tiles[tile])).size > 2;
  return {
    around: [...watched.around].filter(differs),
    within: [...watched.within].filter((tile) => !watched.around.has(tile) && differs(tile) && !isRestless(tile)),
  };
}

/** null when not everything in the window is listed. */
export function contentsOf({ elements, elementsNote }: Observation): readonly SeenElement[] | null {
  if (elements.length === 0 || elementsNote !== '') return null;
  return elements.map(({ role, name, value, box }) => ({ role, name, value, box }));
}

/** By what it says, not where: a page may move a little. */
function hasOtherContents(seen: Seen, now: Observation): boolean {
  const present = contentsOf(now);
  if (seen.contents === null || present === null) return false;
  const restless = findRestless(seen.contents, seen.later ?? seen.contents);
  const still = (elements: readonly SeenElement[]) =>
    countLines(elements.filter((element) => !isReading(element) || !restless.has(cornerOf(element))));
  return differing(still(seen.contents), still(present)).length > 0;
}

/** Places of texts that read differently a little later. */
function findRestless(first: readonly SeenElement[], later: readonly SeenElement[]): ReadonlySet<string> {
  const lines = new Set(later.map(lineOf));
  return new Set(first.filter((element) => isReading(element) && !lines.has(lineOf(element))).map(cornerOf));
}

function cornerOf({ box }: SeenElement): string {
  return `${box.x},${box.y}`;
}

function countLines(elements: readonly SeenElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) counts.set(lineOf(element), (counts.get(lineOf(element)) ?? 0) + 1);
  return counts;
}

function differing(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((line) => one.get(line) !== other.get(line));
}

function lineOf({ role, name, value }: SeenElement): string {
  return JSON.stringify([role, name, value]);
}

/** A look that came, went and came back is a blink; one that came and stayed is a change. */
function isBlink(history: readonly (number | undefined)[], hash: number | undefined): boolean {
  let stretches = 0;
  for (const [index, value] of history.entries()) if (value === hash && history[index - 1] !== hash) stretches += 1;
  return stretches >= 2;
}
