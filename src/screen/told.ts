/** Structure of a look beside its pixels (window, dialogs, focus, address, texts), and how two looks compare by it. */
import type { Box, Container, FrontWindow, UiElement } from '../ports/desktop.ts';
import type { Text } from '../words/say.ts';
import { ticksLikeAClock } from './clock-text.ts';
import { isReading } from './element-kinds.ts';

export interface Told {
  readonly front: FrontWindow;
  readonly elements: readonly UiElement[];
  /** Why the list is missing or incomplete; ''. */
  readonly elementsNote: Text;
  /** Address of the document in front; '' or left out when it is not known. */
  readonly address?: string | undefined;
}

/** Whether another window is in front, whatever it shows. A title that differs only in a count ("(3) Inbox") is the same window. */
export function isOtherWindow(then: FrontWindow, now: FrontWindow): boolean {
  if (then.app !== now.app || then.pid !== now.pid) return true;
  return countless(then.title) !== countless(now.title);
}

/** Editors mark unsaved changes in the title, and pages count in it. */
function countless(title: string): string {
  return title.replace(/^[*•●\s]+|[*•●\s]+$/gu, '').replace(/\d+/g, '0');
}

/** A new window, dialog, document or focus, by which an earlier decision is outdated; null: none. */
export function findTakeover(then: Told, now: Told): 'window' | 'dialog' | 'address' | 'focus' | null {
  if (isOtherWindow(then.front, now.front)) return 'window';
  if (then.address !== undefined && now.address !== undefined && then.address !== now.address) return 'address';
  const known = new Set(modalsOf(then).map(({ id }) => id));
  if (then.elements.length > 0 && modalsOf(now).some(({ id }) => !known.has(id))) return 'dialog';
  const [before, after] = [focusedIn(then), focusedIn(now)];
  return before !== null && after !== null && !isSamePart(before, after) ? 'focus' : null;
}

export function modalsOf({ elements }: Pick<Told, 'elements'>): readonly Container[] {
  const found = elements.flatMap(({ container }) => (container?.isModal === true ? [container] : []));
  return [...new Map(found.map((container) => [container.id, container])).values()];
}

export function focusedIn({ elements }: Pick<Told, 'elements'>): UiElement | null {
  return elements.find(({ isFocused }) => isFocused) ?? null;
}

/** The same element at the same place, whatever its value. */
function isSamePart(one: UiElement, other: UiElement): boolean {
  return one.role === other.role && one.name === other.name && isNear(one.box, other.box);
}

/** Whether the element now has another name or value; false when no element of its role is at its place. */
export function saysOtherwise(then: UiElement, now: readonly UiElement[]): boolean {
  const there = now.filter((one) => one.role === then.role && isNear(one.box, then.box));
  return there.length > 0 && there.every((one) => lineOf(one) !== lineOf(then));
}

const DRIFT_PX = 3;

export function isNear(one: Box, other: Box): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= DRIFT_PX);
}

/** The elements in a container, those in containers within it included. */
export function elementsIn(container: Container, { elements }: Pick<Told, 'elements'>): readonly UiElement[] {
  return elements.filter(
    (element) => element.container?.id === container.id || isInside(element.box, container.box, DRIFT_PX),
  );
}

function isInside(inner: Box, outer: Box, slack: number): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

/** A text or value that has changed; `before` or `after` is null when it appeared or disappeared. */
export interface Reworded {
  readonly before: UiElement | null;
  readonly after: UiElement | null;
}

/** Texts that changed among these elements, except clock texts (`elapsedMs` 0: those too). Matched by content, as a page may move a little. */
export function findReworded(
  then: readonly UiElement[],
  now: readonly UiElement[],
  elapsedMs: number,
): readonly Reworded[] {
  const left = [...now];
  const gone: UiElement[] = [];
  for (const element of then) {
    const index = left.findIndex((other) => lineOf(other) === lineOf(element));
    if (index < 0) gone.push(element);
    else left.splice(index, 1);
  }
  const reworded: Reworded[] = [];
  for (const before of gone) {
    const index = left.findIndex((other) => other.role === before.role && isBeside(other.box, before.box));
    const after = index < 0 ? null : (left.splice(index, 1)[0] ?? null);
    const isClock =
      elapsedMs > 0 && after !== null && isReading(before) && ticksLikeAClock(before.name, after.name, elapsedMs);
    if (!isClock) reworded.push({ before, after });
  }
  return [...reworded, ...left.map((after) => ({ before: null, after }))];
}

/** Whether two boxes begin in the same place; a longer text is wider. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) <= DRIFT_PX && Math.abs(one.y - other.y) <= DRIFT_PX;
}

function lineOf({ role, name, value }: UiElement): string {
  return JSON.stringify([role, name, value]);
}
