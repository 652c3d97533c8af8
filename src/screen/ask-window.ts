/** Asks the window what pixels cannot tell: whether it is the same one, with the same dialog, focus and texts around the target. */
import type { Box, Desktop, FrontWindow } from '../ports/desktop.ts';
import type { Basis } from './basis.ts';
import { frontOn, listElements, type Observation } from './observe.ts';
import { elementsIn, findReworded, findTakeover, focusedIn, isOtherWindow, modalsOf, type Told } from './told.ts';

export interface WindowQuestion {
  /** The look that was decided on. */
  readonly look: Observation;
  readonly basis: Basis;
  /** True to compare the list of elements too, not only the window in front. */
  readonly whole: boolean;
  /** Time since the look, ms. */
  readonly elapsedMs: number;
}

const LIST_TRIES = 3;

/** Whether the desktop now reports a change in what the decision rests on. */
export async function asksOtherwise(
  { look, basis, whole, elapsedMs }: WindowQuestion,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  const front = await frontOn(look.frame.display, desktop, signal);
  if (isOtherWindow(look.front, front)) return true;
  if (!whole) return false;
  const container = basis.kind === 'target' ? basis.container : null;
  const now = await readTold(look, front, container === null ? 1 : LIST_TRIES, desktop, signal);
  if (findTakeover(look, now) !== null) return true;
  if (container === null) return false;
  if (now.elements.length === 0) return true;
  const reworded = findReworded(elementsIn(container, look), elementsIn(container, now), elapsedMs);
  // An incomplete list does not prove that a text is gone; only texts it contains are compared.
  return reworded.some(({ after }) => after !== null || now.elementsNote === '');
}

/**
 * Whether something appeared that would receive the next act: another window, dialog or document, or the focus in a place other than that of the last
 * act. Also true when it cannot be told.
 */
export async function isTakenOver(
  look: Observation,
  acted: Box,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  const front = await frontOn(look.frame.display, desktop, signal);
  const now = await readTold(look, front, LIST_TRIES, desktop, signal);
  if (now.elements.length === 0) return true;
  const isNew = look.elements.length === 0;
  const takeover = findTakeover(look, now);
  if (takeover !== null && takeover !== 'focus') return true;
  // With no earlier list a dialog may have been open already, and the focus may have moved.
  if (isNew && (now.elementsNote !== '' || modalsOf(now).length > 0)) return true;
  const focused = isNew || takeover === 'focus' ? focusedIn(now) : null;
  return focused !== null && !isTouchingBox(focused.box, acted);
}

function isTouchingBox(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Waits for a list of elements that is late. */
async function readTold(
  { frame }: Pick<Observation, 'frame'>,
  front: FrontWindow,
  tries: number,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<Told> {
  const list = await listElements(frame.display, desktop, signal);
  if (list.elements.length === 0 && tries > 1) return await readTold({ frame }, front, tries - 1, desktop, signal);
  return { front, elements: list.elements, elementsNote: list.note, address: list.address };
}
