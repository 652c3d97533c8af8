/** Neighbours of an element, by name: they identify it after it was moved or renamed. Pure. */
import type { UiElement } from '../ports/desktop.ts';
import { foldName } from '../safety/input/click-name.ts';
import { isHolding } from '../screen/element-kinds.ts';
import { oneLine, shorten } from '../words/amounts.ts';

/** Number of neighbours kept with an act, and of a candidate's neighbours compared with them, as new elements may have come between. */
const [MOST_KEPT, MOST_AROUND] = [5, 9];
const MAX_NAME = 40;

/** Names of the nearest others, nearest first, each once. */
export function namesAround(element: UiElement, elements: readonly UiElement[]): readonly string[] {
  return nearest(element, elements).slice(0, MOST_KEPT);
}

/** Number of these names among its neighbours. */
export function countAround(near: readonly string[], element: UiElement, elements: readonly UiElement[]): number {
  const around = new Set(nearest(element, elements).slice(0, MOST_AROUND).map(foldName));
  return near.filter((name) => around.has(foldName(name))).length;
}

function nearest(element: UiElement, elements: readonly UiElement[]): readonly string[] {
  const own = foldName(element.name);
  const names = elements
    .filter((other) => other.number !== element.number && !other.isSecure && !isHolding(other))
    .map((other) => ({ name: shorten(oneLine(other.name), MAX_NAME), gap: gapBetween(element, other) }))
    // Signs that mean something in a skill are left out.
    .filter(({ name }) => foldName(name) !== '' && foldName(name) !== own && !/[{}]/.test(name))
    .sort((one, other) => one.gap - other.gap)
    .map(({ name }) => name);
  return [...new Map(names.map((name) => [foldName(name), name])).values()];
}

/** Pixels between two boxes; 0 where they meet. */
function gapBetween({ box: one }: UiElement, { box: other }: UiElement): number {
  const across = Math.max(0, one.x - (other.x + other.width), other.x - (one.x + one.width));
  const down = Math.max(0, one.y - (other.y + other.height), other.y - (one.y + one.height));
  return Math.hypot(across, down);
}
