/** Name of a target that the application does not name: the recognised words on it, or right beside it. Pure. */
import type { Box, Place, UiElement } from '../ports/desktop.ts';
import type { Reading, ReadLine } from '../ports/reader.ts';
import { around, isMeeting } from './boxes.ts';

export interface ReadName {
  readonly text: string;
  /** Of the words, in pixels of the display. */
  readonly box: Box;
}

/** Words of lower confidence are not used as a name. */
const LEAST_CONFIDENCE = 0.85;
/** Fainter or smaller text may be hidden on purpose. */
const LEAST_CONTRAST = 70;
const LEAST_HEIGHT_PT = 6;
/** In line heights: a higher box is no button, so its words are not its name. */
const MOST_LINES_HIGH = 4;
/** Larger elements say nothing about a point inside them. */
const MOST_BUTTON_PT = { width: 420, height: 120 } as const;

/** null: the target has no words, or they are faint, tiny, uncertain or could not be read. */
export function nameRead(place: Place, element: UiElement | null, { lines, unread }: Reading): ReadName | null {
  const { density } = place.display;
  const own = element !== null && isButton(element.box, density) ? element.box : null;
  const reach = own ?? { x: place.x, y: place.y, width: 1, height: 1 };
  if (unread.some((box) => isMeeting(box, grow(reach, 40 * density)))) return null;
  const inside =
    own === null ? lines.filter(({ box }) => isAt(box, place)) : lines.filter(({ box }) => isMeeting(box, own));
  const named = inside.length > 0 ? inside : nearest(lines, reach);
  if (named.length === 0 || named.length > MOST_LINES_HIGH) return null;
  // One uncertain word makes the whole name uncertain, as it may be the word that matters.
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

/** A button extends beyond its words by about their height. */
function isAt(box: Box, { x, y }: Place): boolean {
  const slack = box.height * 0.6;
  return x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack;
}

/** The only line within a line's height; none when there are several, as it is unclear which is meant. */
function nearest(lines: readonly ReadLine[], reach: Box): readonly ReadLine[] {
  const near = lines.filter(({ box }) => isMeeting(grow(box, box.height), reach));
  return near.length === 1 ? near : [];
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
