/** Name of a target that nothing tells: the words on it, or right beside it, as they were read. Pure. */
import type { Box, Place, UiElement } from '../ports/desktop.ts';
import type { Reading, ReadLine } from '../ports/reader.ts';
import { around, isMeeting } from './boxes.ts';

export interface ReadName {
  readonly text: string;
  /** Of the words, in pixels of the display. */
  readonly box: Box;
}

/** Less certain words name nothing. */
const LEAST_CONFIDENCE = 0.85;
/** Fainter or smaller text may be meant for nobody to see. */
const LEAST_CONTRAST = 70;
const LEAST_HEIGHT_PT = 6;
/** A box larger than this many lines is no button, and its words are not its name. */
const MOST_LINES_HIGH = 4;
/** Elements with this many times the area of a button say nothing of a point in them. */
const MOST_BUTTON_PT = { width: 420, height: 120 } as const;

/** null: nothing names it, or what stands there was not read, is faint, tiny or uncertain. */
export function nameRead(place: Place, element: UiElement | null, { lines, unread }: Reading): ReadName | null {
  const { density } = place.display;
  const own = element !== null && isButton(element.box, density) ? element.box : null;
  const reach = own ?? { x: place.x, y: place.y, width: 1, height: 1 };
  if (unread.some((box) => isMeeting(box, grow(reach, 40 * density)))) return null;
  const inside =
    own === null ? lines.filter(({ box }) => isAt(box, place)) : lines.filter(({ box }) => isMeeting(box, own));
  const named = inside.length > 0 ? inside : nearest(lines, reach);
  if (named.length === 0 || named.length > MOST_LINES_HIGH) return null;
  // One word that nobody can be sure of makes all of it uncertain: it may be the one that matters.
  if (!named.every((line) => isPlain(line, density))) return null;
  const text = named
    .map((line) => line.text)
    .join(' ')
    .trim();
  return /\p{L}{2}|\p{N}/u.test(text) ? { text, box: around(named.map(({ box }) => box)) } : null;
}

function isPlain({ confidence, contrast, words, box }: ReadLine, density: number): boolean {
  const isSure = confidence >= LEAST_CONFIDENCE && words.every((word) => word.confidence >= LEAST_CONFIDENCE / 2);
  return isSure && contrast >= LEAST_CONTRAST && box.height >= LEAST_HEIGHT_PT * density;
}

function isButton({ width, height }: Box, density: number): boolean {
  return width <= MOST_BUTTON_PT.width * density && height <= MOST_BUTTON_PT.height * density;
}

/** A button goes on around its words, about as far as they are high. */
function isAt(box: Box, { x, y }: Place): boolean {
  const slack = box.height * 0.6;
  return x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack;
}

/** The one line within a line's height; of several none: nobody can tell which is meant. */
function nearest(lines: readonly ReadLine[], reach: Box): readonly ReadLine[] {
  const near = lines.filter(({ box }) => isMeeting(grow(box, box.height), reach));
  return near.length === 1 ? near : [];
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
