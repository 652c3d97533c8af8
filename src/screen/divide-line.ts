/** Divides a recognised line of text: words far apart, or in different boxes, become lines of their own. Pure. */
import type { Box } from '../ports/desktop.ts';
import type { ReadLine, ReadWord } from '../ports/reader.ts';
import { around, isMiddleIn } from './boxes.ts';

/** A gap larger than this many line heights separates texts. */
const FAR = 1.3;
/** In heights of the line: a lower box is a part of a letter. */
const LEAST_HIGH = 1.2;
const MOST_HIGH = 5;
/** The border of a box next to a word is often recognised as one of these characters. */
const BORDERS_BEFORE = /^[|[\]]+/;
const BORDERS_BEHIND = /[|[\]]+$/;

export function divideLine(line: ReadLine, boxes: readonly Box[]): readonly ReadLine[] {
  const near = boxes.filter((box) => isBeside(box, line.box) && !isBar(box, line));
  const groups: ReadWord[][] = [];
  for (const [index, word] of line.words.entries()) {
    const before = line.words[index - 1];
    const group = groups.at(-1);
    if (before === undefined || group === undefined) groups.push([word]);
    else if (isParted(before.box, word.box, line.box.height, near)) groups.push([word]);
    else group.push(word);
  }
  if (groups.length < 2) return [line];
  return groups.flatMap((words, index) => {
    const bare = words.map((word, at) => ({
      ...word,
      text: withoutBorders(word.text, index > 0 && at === 0, index < groups.length - 1 && at === words.length - 1),
    }));
    const left = bare.filter(({ text }) => text !== '');
    if (left.length === 0) return [];
    return [
      {
        ...line,
        words: left,
        text: left.map(({ text }) => text).join(' '),
        box: around(left.map(({ box }) => box)),
        confidence: Math.min(line.confidence, ...left.map(({ confidence }) => confidence)),
      },
    ];
  });
}

function withoutBorders(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? text.replace(BORDERS_BEFORE, '') : text;
  return isLast ? start.replace(BORDERS_BEHIND, '') : start;
}

/** Whether a box holds several things in a row, as a menu bar or a table row does. A single gap is that between a menu entry and its shortcut. */
function isBar(box: Box, { words, box: { height } }: ReadLine): boolean {
  const inside = words.filter((word) => isMiddleIn(word.box, box));
  return inside.filter((word, index) => isFar(inside[index - 1]?.box, word.box, height)).length > 1;
}

function isFar(one: Box | undefined, other: Box, height: number): boolean {
  return one !== undefined && other.x - (one.x + one.width) > FAR * height;
}

function isParted(one: Box, other: Box, height: number, boxes: readonly Box[]): boolean {
  if (boxes.some((box) => isMiddleIn(one, box) !== isMiddleIn(other, box))) return true;
  const isOneThing = boxes.some((box) => isMiddleIn(one, box) && isMiddleIn(other, box));
  return !isOneThing && isFar(one, other, height);
}

/** Whether a box is as high as a button or a field around the line; a higher one is a panel that holds other things, too. */
function isBeside(box: Box, line: Box): boolean {
  const middle = line.y + line.height / 2;
  const isButton = box.height >= LEAST_HIGH * line.height && box.height <= MOST_HIGH * line.height;
  return isButton && box.y <= middle && box.y + box.height >= middle;
}
