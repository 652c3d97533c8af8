/** A text with the escapes of JSON and of string literals removed, and the original position of each of its letters. Pure, linear. */

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(["'\\/bfnrt]))/g;
const MEANT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export interface Unescaped {
  readonly text: string;
  /** Position in the escaped text of the letter at this place of `text`. */
  readonly placeOf: (at: number) => number;
}

/** null: nothing is escaped. */
export function withoutEscapes(escaped: string): Unescaped | null {
  const parts: string[] = [];
  /** For each escape: position after it in the new and in the old text. */
  const marks: { readonly at: number; readonly was: number }[] = [];
  let [at, was] = [0, 0];
  for (const match of escaped.matchAll(ESCAPE)) {
    const [whole, four, two, letter = ''] = match;
    const code = four ?? two;
    const plain = escaped.slice(was, match.index);
    parts.push(plain, code === undefined ? (MEANT[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)));
    at += plain.length + 1;
    was = match.index + whole.length;
    marks.push({ at, was });
  }
  if (marks.length === 0) return null;
  const lastUpTo = (place: number): { readonly at: number; readonly was: number } => {
    let [low, high] = [0, marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((marks[middle]?.at ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return marks[low - 1] ?? { at: 0, was: 0 };
  };
  return {
    text: parts.join('') + escaped.slice(was),
    placeOf: (place) => {
      const mark = lastUpTo(place);
      return mark.was + place - mark.at;
    },
  };
}
