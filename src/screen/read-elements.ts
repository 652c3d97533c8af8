/** Makes elements from recognised text, beside those that the application lists: texts, and empty boxes named by the words beside them. Pure. */
import type { Box, FrontWindow, UiElement } from '../ports/desktop.ts';
import type { Reading, ReadLine } from '../ports/reader.ts';
import { isMeeting, isMiddleIn } from './boxes.ts';
import { divideLine } from './divide-line.ts';
import { isHolding } from './element-kinds.ts';

/** A line less certain than this is noise: an icon, a pattern. */
const LEAST_CONFIDENCE = 0.6;
const MOST_LINES = 150;
const MOST_BOXES = 60;
/** Arrows and signs that are the whole label of a button. */
const SIGN = /^[<>‹›«»+\-−–×=…⋮☰★☆→←↑↓▲▼◀▶?!&#]{1,3}$/u;
/** In line heights: a lower box around words is the target, rather than the words. */
const SNUG = 4;
/** In line heights: largest distance between words and the box they name, beside it and above it. */
const BESIDE = 3;
const ABOVE = 1.5;
/** In line heights: a lower box is part of a letter. One of this height may be the line's last letter, recognised as a box. */
const HIGHER = 0.85;
/** An empty box with a larger share of the window is its background. */
const LARGE = 0.4;
/** An empty box whose width is less than this times its height is a check box, with its words behind it. */
const SQUARE = 1.4;

/** The listed elements, followed by those recognised only from pixels, with numbers going on. */
export function withReadText(
  told: readonly UiElement[],
  { lines, boxes }: Pick<Reading, 'lines' | 'boxes'>,
  front: Pick<FrontWindow, 'box'>,
): readonly UiElement[] {
  const last = told.reduce((most, { number }) => Math.max(most, number), 0);
  const leaves = told.filter((element) => !isHolding(element));
  const isShown = (box: Box): boolean => front.box === null || front.box === undefined || isMiddleIn(box, front.box);
  const sure = lines
    .flatMap((line) => divideLine(line, boxes))
    .filter((line) => line.confidence >= LEAST_CONFIDENCE && isShown(line.box));
  const shown = boxes.filter((box) => isShown(box) && !leaves.some((element) => isSame(element.box, box)));
  // Signs are drawn more often than written: they count where something has to be named.
  const words = sure.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const texts = words
    .filter((line) => !leaves.some((element) => tells(element, line)))
    .slice(0, MOST_LINES)
    .map((line) => ({ role: 'text', name: line.text, box: snugBox(line, words, shown) ?? line.box }));
  const bare = shown
    .filter((box) => isBare(box, words, shown, front.box ?? null))
    .filter((box) => !leaves.some((element) => isMiddleIn(element.box, box)))
    .slice(0, MOST_BOXES)
    .map((box) => ({ role: 'box', name: signIn(box, sure) ?? nameBeside(box, words, shown), box }));
  const added = [...texts, ...bare].toSorted((one, other) => byPlace(one.box, other.box));
  return [...told, ...added.map((one, index) => toElement(one, last + index + 1))];
}

/** Whether a listed element has the same words at the same place. */
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

/** Whether the words fill the box. */
function isSnug(line: ReadLine, box: Box): boolean {
  return isMiddleIn(line.box, box) && box.height <= SNUG * line.box.height && box.width >= line.box.width - 2;
}

/** The smallest box around this line alone; null when there is none. */
function snugBox(line: ReadLine, lines: readonly ReadLine[], boxes: readonly Box[]): Box | null {
  const around = boxes.filter(
    (box) => isSnug(line, box) && lines.every((other) => other === line || !isMiddleIn(other.box, box)),
  );
  return around.toSorted((one, other) => one.width * one.height - other.width * other.height)[0] ?? null;
}

/** Whether a box is empty and not part of a letter. */
function isBare(box: Box, lines: readonly ReadLine[], boxes: readonly Box[], window: Box | null): boolean {
  const area = box.width * box.height;
  if (window !== null && area > LARGE * window.width * window.height) return false;
  const isTaken = (line: ReadLine): boolean =>
    isMeeting(line.box, box) && (isMiddleIn(line.box, box) || box.height < HIGHER * line.box.height);
  if (lines.some(isTaken)) return false;
  return !boxes.some((other) => other !== box && isMiddleIn(other, box) && other.width * other.height < area);
}

function signIn(box: Box, lines: readonly ReadLine[]): string | null {
  return lines.find((line) => SIGN.test(line.text) && isMiddleIn(line.box, box))?.text ?? null;
}

/** Words behind a check box; else those before the box, or right above it. '' when there are none. */
function nameBeside(box: Box, lines: readonly ReadLine[], boxes: readonly Box[]): string {
  const free = lines.filter((line) => snugBox(line, lines, boxes) === null);
  const isBesideIt = (line: ReadLine): boolean => {
    const middle = line.box.y + line.box.height / 2;
    return middle >= box.y && middle <= box.y + box.height;
  };
  const behind = free.filter((line) => isBesideIt(line) && line.box.x >= box.x + box.width - 2);
  const before = free.filter((line) => isBesideIt(line) && line.box.x + line.box.width <= box.x + 2);
  const over = free.filter(
    (line) =>
      line.box.y + line.box.height <= box.y + 2 &&
      box.y - (line.box.y + line.box.height) <= ABOVE * line.box.height &&
      line.box.x < box.x + box.width &&
      box.x < line.box.x + line.box.width,
  );
  const near = (line: ReadLine | undefined): line is ReadLine =>
    line !== undefined && gapBetween(line.box, box) <= BESIDE * line.box.height;
  const isTick = box.width <= SQUARE * box.height && box.height <= SQUARE * box.width;
  const first = behind.toSorted((one, other) => one.box.x - other.box.x)[0];
  const last = before.toSorted((one, other) => other.box.x - one.box.x)[0];
  const above = over.toSorted((one, other) => other.box.y - one.box.y)[0];
  const named = (isTick ? [first, last, above] : [last, above, first]).find(near);
  return named?.text ?? '';
}

function gapBetween(one: Box, other: Box): number {
  return Math.max(0, other.x - (one.x + one.width), one.x - (other.x + other.width));
}

const SAME_PX = 6;

function isSame(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) <= SAME_PX &&
    Math.abs(one.y - other.y) <= SAME_PX &&
    Math.abs(one.width - other.width) <= 2 * SAME_PX &&
    Math.abs(one.height - other.height) <= 2 * SAME_PX
  );
}

/** Order from top to bottom, then from left to right. */
function byPlace(one: Box, other: Box): number {
  return one.y - other.y || one.x - other.x;
}

function toElement({ role, name, box }: Pick<UiElement, 'role' | 'name' | 'box'>, number: number): UiElement {
  return {
    ...{ number, role, name, value: '', box },
    ...{ isFocused: false, isEnabled: true, isSecure: false, isRead: true },
  };
}
