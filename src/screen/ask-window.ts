/** Asks the window what pixels cannot tell: whether it is the same one, with the same dialog, focus and texts around the target. */
import type { Desktop, FrontWindow } from '../ports/desktop.ts';
import type { Basis } from './basis.ts';
import { frontOn, listElements, type Observation } from './observe.ts';
import { elementsIn, findReworded, findTakeover, isOtherWindow, type Told } from './told.ts';

export interface WindowQuestion {
  /** What was decided on. */
  readonly look: Observation;
  readonly basis: Basis;
  /** Also by its list of elements, not only which window is in front. */
  readonly whole: boolean;
  /** Since the look. */
  readonly elapsedMs: number;
}

const LIST_TRIES = 3;

/** Whether what the decision rests on is told to be something else now. */
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
  // A list that is not whole says nothing of what is gone; what it has is compared.
  return reworded.some(({ after }) => after !== null || now.elementsNote === '');
}

/** A list that comes late is waited for. */
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
