/** Reads a sentence from its beginning, piece by piece. */

export interface Cursor {
  /** Consumes what the pattern matches right here, after blanks; null consumes nothing. `pattern` without flags. */
  take(pattern: string): RegExpExecArray | null;
  /** The text that is not consumed yet. */
  rest(): string;
  place(): number;
  /** Returns to an earlier position. */
  back(place: number): void;
}

/** A pattern that ends with a letter or digit must end at a word's end. */
const END_OF_WORD = '(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))';

export function createCursor(text: string): Cursor {
  let at = 0;
  return {
    take(pattern) {
      const found = new RegExp(`\\s*(?:${pattern})${END_OF_WORD}`, 'iuy');
      found.lastIndex = at;
      const match = found.exec(text);
      if (match !== null) at = found.lastIndex;
      return match;
    },
    rest: () => text.slice(at),
    place: () => at,
    back(place) {
      at = place;
    },
  };
}
