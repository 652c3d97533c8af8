/** Whether a text shows: by the window's elements, or recognised from its pixels. Recognition may confuse similar letters, but never digits. */
import type { Desktop, Display, UiElement } from '../ports/desktop.ts';
import type { ReadLine, ReadWord } from '../ports/reader.ts';
import { isMiddleIn } from './boxes.ts';
import { frontOn, isReadWhole, listElements, readScreen } from './observe.ts';

export interface TextLook {
  readonly shows: boolean;
  /** Whether everything was searched: then `shows` false means that the text does not show. */
  readonly isSure: boolean;
}

/** In the title of the window in front, in its elements, or in what is read of it. Rejects with the signal's reason. */
export async function isTextShown(
  wanted: string,
  display: Display,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  return (await lookForText(wanted, display, desktop, signal)).shows;
}

/** The same, and whether a no can be relied on. `patience`: for the list of elements. Rejects with the signal's reason. */
export async function lookForText(
  wanted: string,
  display: Display,
  desktop: Pick<Desktop, 'see' | 'capture' | 'front' | 'elements'>,
  signal: AbortSignal,
  patience = 1,
): Promise<TextLook> {
  const front = await frontOn(display, desktop, signal);
  if (holds(front.title, wanted)) return { shows: true, isSure: true };
  const { elements, note, isLate } = await listElements(display, desktop, signal, patience);
  if (elements.some((element) => isTextOf(element, wanted))) return { shows: true, isSure: true };
  if (desktop.see === undefined) return { shows: false, isSure: note === '' && !isLate };
  const { shows, isSure } = await readForText(wanted, display, desktop, signal);
  return { shows, isSure: isSure && !isLate };
}

/** Whether the element's name or value contains the text; a password's value never does. */
export function isTextOf({ name, value, isSecure, isRead }: UiElement, wanted: string): boolean {
  return isRead === true ? readsAs(name, wanted) : holds(name, wanted) || (!isSecure && holds(value, wanted));
}

/** Searches the recognised words of the window in front, within a line or two adjacent ones. */
export async function readsText(
  wanted: string,
  display: Display,
  desktop: Pick<Desktop, 'see' | 'capture' | 'front'>,
  signal: AbortSignal,
): Promise<boolean> {
  return (await readForText(wanted, display, desktop, signal)).shows;
}

async function readForText(
  wanted: string,
  display: Display,
  desktop: Pick<Desktop, 'see' | 'capture' | 'front'>,
  signal: AbortSignal,
): Promise<TextLook> {
  if (desktop.see === undefined) return { shows: false, isSure: false };
  const { box } = await frontOn(display, desktop, signal);
  const read = await readScreen(display, box ?? null, desktop, signal);
  if (read === null) return { shows: false, isSure: false };
  const lines = read.lines.filter((line) => box == null || isMiddleIn(line.box, box));
  const shows =
    lines.some((line) => readsAs(line.text, wanted)) || readsAs(lines.map(({ text }) => text).join(' '), wanted);
  return { shows, isSure: isReadWhole(read, box ?? null) };
}

function holds(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/** Whether the words of `wanted` occur in a recognised text, in order. */
export function readsAs(text: string, wanted: string): boolean {
  return findWords(wanted, text.split(/\s+/)) !== null;
}

/** The words of a line that match `wanted`; empty when it does not occur. */
export function wordsThatRead(wanted: string, { words }: Pick<ReadLine, 'words'>): readonly ReadWord[] {
  const found = findWords(
    wanted,
    words.map(({ text }) => text),
  );
  return found === null ? [] : words.slice(found.from, found.to);
}

/** The first sequence of adjacent tokens that contains all wanted ones. */
function findWords(wanted: string, tokens: readonly string[]): { readonly from: number; readonly to: number } | null {
  const parts = wanted
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  for (let from = 0; from + parts.length <= tokens.length; from += 1) {
    const isHere = parts.every((part, index) => {
      const isEdge = index === 0 || index === parts.length - 1;
      return isSameWord(tokens[from + index] ?? '', part, isEdge);
    });
    if (isHere) return { from, to: from + parts.length };
  }
  // A narrow blank is not always seen; figures that run together would be other figures.
  if (parts.length < 2 || /\d/.test(wanted)) return null;
  const whole = shapeOf(parts.join(''));
  const from = tokens.findIndex((_, index) => shapeOf(tokens.slice(index).join('')).startsWith(whole));
  return from < 0 ? null : { from, to: Math.min(tokens.length, from + parts.length) };
}

/** `isEdge`: the first or last word may be part of a longer one, as in listed texts. */
function isSameWord(token: string, wanted: string, isEdge: boolean): boolean {
  if (/\d/.test(wanted)) return figuresHold(fold(token), fold(wanted));
  const [shape, part] = [shapeOf(token), shapeOf(wanted)];
  return part !== '' && (isEdge ? shape.includes(part) : shape === part);
}

/** Whether exactly these digits occur, not as part of a longer number: 12 does not occur in 112 or 1.12. */
function figuresHold(token: string, wanted: string): boolean {
  for (let at = token.indexOf(wanted); at >= 0; at = token.indexOf(wanted, at + 1)) {
    const [before, after] = [token.slice(0, at), token.slice(at + wanted.length)];
    const isPart = (/\d[.,]?$/.test(before) && /^\d/.test(wanted)) || (/^[.,]?\d/.test(after) && /\d$/.test(wanted));
    if (!isPart) return true;
  }
  return false;
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

/** Maps letters that recognition confuses to the same one. */
function shapeOf(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}|]+/gu, '')
    .replaceAll(/[l1|!]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
