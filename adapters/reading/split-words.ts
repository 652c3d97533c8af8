/** Characters of a line with its ink → words with boxes: blanks the recognizer left out are seen as gaps. Pure. */
import type { Box } from '../../src/ports/desktop.ts';
import type { ReadWord } from '../../src/ports/reader.ts';
import type { Mark } from './decode-line.ts';
import { columnsOf, INKED, type Ink, rowsOf } from './ink.ts';

/** A gap this wide, as a share of the letters' height, is a blank, whatever the recognizer says. */
const BLANK_FROM = 0.36;
/** A gap narrower than this is none, though the recognizer may say so. */
const NO_BLANK_TO = 0.15;

const IN_NUMBERS = /[\d.,:/#-]/;

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Boxes in pixels of the ink's own picture. */
export function splitWords(marks: readonly Mark[], ink: Ink): readonly ReadWord[] {
  const letters = marks.filter(({ text }) => text.trim() !== '');
  const height = spanOf(rowsOf(ink))?.size ?? ink.height;
  const columns = columnsOf(withoutRules(ink, height));
  const words: { marks: Mark[]; from: number; to: number }[] = [];
  let word = { marks: [] as Mark[], from: 0, to: ink.width };
  for (const [index, mark] of letters.entries()) {
    const next = letters[index + 1];
    word.marks.push(mark);
    if (next === undefined) break;
    const gap = widestGap(columns, mark.at * ink.width, next.at * ink.width);
    const width = gap === null ? 0 : gap.to - gap.from;
    const isNumber = IN_NUMBERS.test(mark.text) && IN_NUMBERS.test(next.text);
    const isSaid = marks.some(({ text, at }) => text.trim() === '' && at > mark.at && at < next.at);
    if (gap === null || width < leastBlank(isSaid, isNumber, height)) continue;
    words.push({ ...word, to: gap.from });
    word = { marks: [], from: gap.to, to: ink.width };
  }
  if (word.marks.length > 0) words.push(word);
  return words.map(({ marks: own, from, to }) => ({
    text: own.map(({ text }) => text).join(''),
    confidence: Math.min(...own.map(({ confidence }) => confidence)),
    box: inkBox(ink, from, to),
  }));
}

/** The narrowest gap that is a blank. Digits stand in wide cells, so gaps beside a narrow one must be wider to count. */
function leastBlank(isSaid: boolean, isNumber: boolean, height: number): number {
  if (isSaid) return (isNumber ? NO_BLANK_TO * 1.4 : NO_BLANK_TO) * height;
  return Math.max(4, (isNumber ? BLANK_FROM * 1.4 : BLANK_FROM) * height);
}

/**
 * The length, in heights of the line, from which ink in one row is a rule below or through the words, which would fill the gaps between
 * them.
 */
const RULE = 1.5;

function withoutRules(ink: Ink, high: number): Ink {
  const { width, height } = ink;
  const strength = ink.strength.slice();
  for (let y = 0; y < height; y += 1) {
    let start = 0;
    for (let x = 0; x <= width; x += 1) {
      if (x < width && (ink.strength[y * width + x] ?? 0) >= INKED) continue;
      if (x - start > RULE * high) strength.fill(0, y * width + start, y * width + x);
      start = x + 1;
    }
  }
  return { ...ink, strength };
}

/** The widest stretch without ink between two places. */
function widestGap(columns: Float32Array, from: number, to: number): Gap | null {
  let best: Gap | null = null;
  let start = -1;
  const [first, last] = [Math.max(0, Math.floor(from)), Math.min(columns.length, Math.ceil(to))];
  for (let x = first; x <= last; x += 1) {
    const isInk = x === last || (columns[x] ?? 0) >= INKED;
    if (!isInk && start < 0) start = x;
    if (!isInk || start < 0) continue;
    if (best === null || x - start > best.to - best.from) best = { from: start, to: x };
    start = -1;
  }
  return best;
}

/** The ink between two columns. */
function inkBox(ink: Ink, from: number, to: number): Box {
  const columns = spanOf(columnsOf(ink).subarray(from, to));
  const [left, right] = columns === null ? [from, to] : [from + columns.first, from + columns.last + 1];
  const rows = spanOf(rowsOf(ink, left, right));
  const [top, bottom] = rows === null ? [0, ink.height] : [rows.first, rows.last + 1];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly size: number;
}

function spanOf(strengths: Float32Array): Span | null {
  const first = strengths.findIndex((strength) => strength >= INKED);
  if (first < 0) return null;
  const last = strengths.findLastIndex((strength) => strength >= INKED);
  return { first, last, size: last - first + 1 };
}
