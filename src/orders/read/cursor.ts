/** Reads a sentence from its beginning, piece by piece. */

export interface Cursor {
  /** Takes what the pattern finds right here, blanks before it left out; null leaves all as it was. `pattern` without flags. */
  take(pattern: string): RegExpExecArray | null;
  /** What was not taken yet. */
  rest(): string;
  place(): number;
  /** Goes back to an earlier place. */
  back(place: number): void;
}

/** What ends with a letter or digit ends a word. */
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
