/** Lines that were read → elements of role `text`, beside those that the application tells. Pure. */
import type { Box, FrontWindow, UiElement } from '../ports/desktop.ts';
import type { Reading, ReadLine } from '../ports/reader.ts';
import { isHolding } from './element-kinds.ts';

/** A line less certain than this is noise: an icon, a pattern. */
const LEAST_CONFIDENCE = 0.6;
const MOST_LINES = 150;

/** The told ones as they are, then what was read and nobody tells, numbered on. */
export function withReadText(
  told: readonly UiElement[],
  { lines }: Pick<Reading, 'lines'>,
  front: Pick<FrontWindow, 'box'>,
): readonly UiElement[] {
  const last = told.reduce((most, { number }) => Math.max(most, number), 0);
  const leaves = told.filter((element) => !isHolding(element));
  const added = lines
    .filter((line) => line.confidence >= LEAST_CONFIDENCE && /[\p{L}\p{N}]/u.test(line.text))
    .filter((line) => front.box === null || front.box === undefined || isMiddleIn(line.box, front.box))
    .filter((line) => !leaves.some((element) => tells(element, line)))
    .slice(0, MOST_LINES);
  return [...told, ...added.map((line, index) => toElement(line, last + index + 1))];
}

/** The same words in the same place. */
function tells({ name, value, box, isSecure }: UiElement, line: ReadLine): boolean {
  if (!isMiddleIn(line.box, box)) return false;
  if (isSecure) return true;
  const [told, read] = [fold(`${name} ${value}`), fold(line.text)];
  return read !== '' && told.includes(read);
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

export function isMiddleIn({ x, y, width, height }: Box, outer: Box): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX >= outer.x && middleX <= outer.x + outer.width && middleY >= outer.y && middleY <= outer.y + outer.height
  );
}

function toElement({ text, box }: ReadLine, number: number): UiElement {
  return {
    number,
    role: 'text',
    name: text,
    value: '',
    box,
    isFocused: false,
    isEnabled: true,
    isSecure: false,
    isRead: true,
  };
}
