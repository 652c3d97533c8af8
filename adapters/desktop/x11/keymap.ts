/** The keyboard as the X server has it now: which key, with which shift, makes a character (protocol chapter 5 "Keyboards"). */
import { type Packet, words, type XConnection } from './connection.ts';

const GET_KEYBOARD_MAPPING = 101;
/** Keysyms of shifting keys (X11/keysymdef.h). */
export const SHIFT_KEYSYM = 0xffe1;
export const LEVEL3_KEYSYM = 0xfe03;
/** Characters outside Latin-1 have keysyms of this plus their code point. */
const UNICODE_KEYSYM = 0x0100_0000;
/** Groups and levels as XKB lays them out in the core keyboard mapping: group 1 and 2, then their third and fourth level. */
const COLUMNS = [
  [0, 1, 4, 5],
  [2, 3, 6, 7],
] as const;

/** One key with the shifting it needs. */
export interface Stroke {
  readonly keycode: number;
  readonly needsShift: boolean;
  /** AltGr. */
  readonly needsLevel3: boolean;
  /** Caps Lock turns this key's capitals round. */
  readonly followsCapsLock: boolean;
}

export interface Keymap {
  /** The key for a keysym in keyboard group `group` (0 or 1); null when the layout has none there. */
  find(keysym: number, group: number): Stroke | null;
  /** The key that carries a keysym anywhere: for modifiers and shortcuts, which every group shares. */
  findAnywhere(keysym: number): Stroke | null;
  /** Every keycode that carries one of these on any level: a keyboard has two of most modifiers, and some have two Escapes. */
  findAll(...keysyms: readonly number[]): readonly number[];
}

/** The keysym that types a character. */
export function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x100 ? point : UNICODE_KEYSYM + point;
}

export async function readKeymap(connection: XConnection): Promise<Keymap> {
  const count = connection.maxKeycode - connection.minKeycode + 1;
  const request = words(connection.minKeycode | (count << 8));
  const reply = await connection.ask(GET_KEYBOARD_MAPPING, 0, request);
  return createKeymap(reply === null ? [] : readRows(reply), connection.minKeycode);
}

/** `rows` are the keysyms of each keycode from `firstKeycode` on. */
export function createKeymap(rows: readonly (readonly number[])[], firstKeycode: number): Keymap {
  const groups = COLUMNS.map((columns) => indexGroup(rows, firstKeycode, columns));
  const anywhere = (keysym: number): Stroke | null => groups[0]?.get(keysym) ?? groups[1]?.get(keysym) ?? null;
  return {
    find: (keysym, group) => groups[group]?.get(keysym) ?? null,
    findAnywhere: anywhere,
    findAll: (...keysyms) =>
      rows.flatMap((row, index) => (row.some((keysym) => keysyms.includes(keysym)) ? [firstKeycode + index] : [])),
  };
}

function indexGroup(
  rows: readonly (readonly number[])[],
  firstKeycode: number,
  columns: readonly number[],
): ReadonlyMap<number, Stroke> {
  const strokes = new Map<number, Stroke>();
  for (const [level, column] of columns.entries()) {
    for (const [row, keysyms] of rows.entries()) {
      const keysym = keysyms[column] ?? 0;
      // The lowest level and the lowest keycode win: the fewest keys to press.
      if (keysym === 0 || strokes.has(keysym)) continue;
      strokes.set(keysym, {
        keycode: firstKeycode + row,
        needsShift: level % 2 === 1,
        needsLevel3: level >= 2,
        followsCapsLock: isCasePair(keysyms[columns[0] ?? 0] ?? 0, keysyms[columns[1] ?? 0] ?? 0) && level < 2,
      });
    }
  }
  return strokes;
}

/** A letter with its capital: XKB's ALPHABETIC keys, the ones Caps Lock acts on. */
function isCasePair(lower: number, upper: number): boolean {
  const [small, capital] = [characterOf(lower), characterOf(upper)];
  return small !== '' && small !== capital && small.toUpperCase() === capital;
}

function characterOf(keysym: number): string {
  if (keysym > UNICODE_KEYSYM && keysym <= UNICODE_KEYSYM + 0x10_ffff)
    return String.fromCodePoint(keysym - UNICODE_KEYSYM);
  return keysym >= 0x20 && keysym < 0x100 ? String.fromCodePoint(keysym) : '';
}

function readRows(reply: Packet): readonly (readonly number[])[] {
  const perKeycode = reply.readUInt8(1);
  const rows: number[][] = [];
  for (let offset = 32; offset + perKeycode * 4 <= reply.length; offset += perKeycode * 4) {
    rows.push(Array.from({ length: perKeycode }, (_, column) => reply.readUInt32LE(offset + column * 4)));
  }
  return rows;
}
