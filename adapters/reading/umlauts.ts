/** Two dots over a, o and u, and ß: the recognizer's alphabet lacks some of them, and it overlooks the others at the size of interface text. Pure. */
import type { Mark } from './decode-line.ts';
import { INKED, type Ink } from './ink.ts';

interface Dots {
  /** Middle of the pair, in columns. */
  readonly x: number;
  readonly left: number;
  readonly right: number;
}

const DOTTED: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü', A: 'Ä', O: 'Ö', U: 'Ü' };
/** Characters that the recognizer gives for a letter with two dots, besides that letter. */
const MISTAKEN = /[iòóōǒàāǎùúūǔìíáüäÜ]/;
/** Largest and smallest size of a dot and of the space between two, as shares of the line's height. */
const DOT = 0.24;
const APART = 0.42;
/** The least likelihood of a vowel to be taken: a narrow ü looks like an i, but the recognizer then still gives the vowel some. */
const LEAST_VOWEL = 0.005;

/** The marks with dots where the ink has them. */
export function withUmlauts(marks: readonly Mark[], ink: Ink): readonly Mark[] {
  const mended = [...marks];
  for (const dots of findDots(ink)) mendAt(mended, dots, ink.width);
  return withSharpS(mended);
}

function mendAt(marks: Mark[], { x, left, right }: Dots, width: number): void {
  const nearest = marks.reduce((best, mark, index) => (distance(mark) < distance(marks[best]) ? index : best), 0);
  const mark = marks[nearest];
  if (mark === undefined || distance(mark) > (right - left) * 1.6) return;
  const letter = [marks[nearest - 1], marks[nearest + 1]].find(
    (other) => other !== undefined && DOTTED[other.text] !== undefined && distance(other) < (right - left) * 1.6,
  );
  if (mark.text === 'i' && letter !== undefined) {
    // "ui" for ü: the recognizer took the dots and a stroke for a letter of their own.
    marks[marks.indexOf(letter)] = { ...letter, text: DOTTED[letter.text] ?? letter.text };
    marks.splice(nearest, 1);
    return;
  }
  const { a, o, u } = mark.vowels;
  if (mark.text === 'i' && a + o + u < LEAST_VOWEL) return;
  const beside = [marks[nearest - 1], marks[nearest + 1]].find(
    (other) => other !== undefined && other.text === 'i' && distance(other) < (right - left) * 1.4,
  );
  // Two letters with one dot each.
  if (/[ij]/.test(mark.text) && beside !== undefined && mark.text === beside.text) return;
  const plain = DOTTED[mark.text] === undefined && MISTAKEN.test(mark.text) ? likelyVowel(mark, beside) : mark.text;
  const dotted = DOTTED[plain];
  if (dotted === undefined) return;
  marks[nearest] = { ...mark, text: dotted };
  if (beside !== undefined) marks.splice(marks.indexOf(beside), 1);

  function distance(one: Mark | undefined): number {
    return one === undefined ? Number.POSITIVE_INFINITY : Math.abs(one.at * width - x);
  }
}

function likelyVowel(mark: Mark, beside: Mark | undefined): string {
  if (beside !== undefined && DOTTED[beside.text] !== undefined) return beside.text;
  const { a, o, u } = mark.vowels;
  if (/[òóōǒ]/.test(mark.text)) return 'o';
  if (/[üùúūǔ]/.test(mark.text)) return 'u';
  if (/[äàāǎá]/.test(mark.text)) return 'a';
  if (mark.text === 'Ü') return 'U';
  return a >= o && a >= u ? 'a' : o >= u ? 'o' : 'u';
}

interface Spot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The ink thresholds tried: faint dots show at the first, dots that nearly touch their letter at the last. */
const THRESHOLDS = [0.2, INKED, 0.55] as const;

function findDots(ink: Ink): readonly Dots[] {
  const body = heightOf(ink);
  const found: Dots[] = [];
  for (const threshold of THRESHOLDS)
    for (const dots of findDotsAt(threshold, body, ink))
      if (!found.some(({ x }) => Math.abs(x - dots.x) <= 2)) found.push(dots);
  return found;
}

function findDotsAt(threshold: number, body: number, ink: Ink): readonly Dots[] {
  const { width, height, around } = ink;
  const most = Math.max(2, Math.round(DOT * body));
  const lowest = topOfSmallLetters(ink);
  const spots = findSpots(ink, threshold).filter(
    ({ left, right, top, bottom }) =>
      // A spot that touches the upper edge belongs to the line above.
      top > 0 && right - left <= most && bottom - top <= most && bottom <= lowest,
  );
  const single = withoutDottedLines(spots);
  const pairs: Dots[] = [];
  for (const [index, one] of single.entries()) {
    for (const other of single.slice(index + 1)) {
      const [left, right] = one.left < other.left ? [one, other] : [other, one];
      const gap = right.left - left.right;
      const isPair =
        Math.abs(left.top - right.top) <= 1 &&
        Math.abs(left.bottom - right.bottom) <= 1 &&
        Math.abs(left.right - left.left - right.right + right.left) <= 1 &&
        gap >= 1 &&
        gap <= Math.max(3, APART * body);
      if (isPair && isOverLetter(left, right))
        pairs.push({ x: (left.left + right.right) / 2, left: left.left, right: right.right });
    }
  }
  return pairs;

  /** A letter begins below them within a third of the height, and stands under both. */
  function isOverLetter(left: Spot, right: Spot): boolean {
    const reach = Math.min(height, left.bottom + Math.max(3, Math.round(body / 3)));
    let columns = 0;
    for (let x = left.left - 1; x <= right.right; x += 1) {
      for (let y = left.bottom; y < reach; y += 1) {
        if ((around[y * width + x] ?? 0) < INKED) continue;
        columns += 1;
        break;
      }
    }
    return columns >= Math.min(2, right.right - left.left);
  }
}

/** From this many dots in a row, this close, they are a border between rows of a list. */
const MOST_IN_ROW = 4;
const CLOSE_PX = 4;

function withoutDottedLines(spots: readonly Spot[]): readonly Spot[] {
  const inRow = new Map<number, Spot[]>();
  for (const spot of spots) inRow.set(spot.top, [...(inRow.get(spot.top) ?? []), spot]);
  const lined = new Set<Spot>();
  for (const row of inRow.values()) {
    let chain: Spot[] = [];
    for (const spot of row.toSorted((one, other) => one.left - other.left)) {
      const last = chain.at(-1);
      if (last !== undefined && spot.left - last.right > CLOSE_PX) chain = [];
      chain.push(spot);
      if (chain.length > MOST_IN_ROW) for (const one of chain) lined.add(one);
    }
  }
  return spots.filter((spot) => !lined.has(spot));
}

/** Most of a line's ink begins where its small letters do. */
function topOfSmallLetters({ strength, width, height }: Ink): number {
  const sums = Float32Array.from({ length: height }, (_, y) =>
    strength.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + value, 0),
  );
  const most = sums.reduce((one, other) => Math.max(one, other), 0);
  return sums.findIndex((sum) => sum >= most * 0.55);
}

/** Rows that hold ink. */
function heightOf({ strength, width, height }: Ink): number {
  let rows = 0;
  for (let y = 0; y < height; y += 1) {
    if (strength.subarray(y * width, (y + 1) * width).some((value) => value >= INKED)) rows += 1;
  }
  return rows;
}

/** What hangs together, but for what is larger than a dot can be. */
function findSpots({ around: strength, width, height }: Ink, threshold: number): readonly Spot[] {
  const isSeen = new Uint8Array(width * height);
  const spots: Spot[] = [];
  for (let start = 0; start < strength.length; start += 1) {
    if (isSeen[start] === 1 || (strength[start] ?? 0) < threshold) continue;
    const open = [start];
    isSeen[start] = 1;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x + 1),
        Math.min(top, y),
        Math.max(bottom, y + 1),
      ];
      for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= strength.length || isSeen[next] === 1 || (strength[next] ?? 0) < threshold) continue;
        isSeen[next] = 1;
        open.push(next);
      }
    }
    spots.push({ left, right, top, bottom });
  }
  return spots;
}

/** Stems of words that are written with ß; the recognizer reads it as B. */
const SHARP =
  /(?:^|.*)(?:gr[oöuü]|str[ao]|str[aä]u|w?hei|wei|[aä]u|schlie|schlo|ma|m[aä]|fu|f[uü]|spa|sp[aä]|s[uü]|lie|st[oö]|gem[aä]|drei|flie|flei|gie|rei|bei|blo|b[uü]|genie|sto|verdrie|entblö|ru|gefä|soßen?|so)$/i;

/** ß for a B inside a word that is written with one. */
function withSharpS(marks: readonly Mark[]): readonly Mark[] {
  const mended = [...marks];
  let word = '';
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1]?.text ?? '';
    const isSharp =
      mark.text === 'β' || (mark.text === 'B' && /\p{Ll}$/u.test(word) && SHARP.test(word) && !/\p{Lu}/u.test(next));
    if (isSharp) mended[index] = { ...mark, text: 'ß' };
    word = /\p{L}/u.test(mark.text) ? word + (mended[index]?.text ?? '') : '';
  }
  return mended;
}
