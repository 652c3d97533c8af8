/** Merges two versions of a note line by line: what the person saved and what Deskhand was about to write. */

interface Change {
  /** Lines of the base it replaces: from, and how many. */
  readonly at: number;
  readonly removed: number;
  readonly lines: readonly string[];
}

/** Beyond this many lines on both sides a comparison takes too long to be worth it. */
const LARGEST_TABLE = 4_000_000;

/** The text with both sides' changes to `base`; null when they changed the same place differently. Pure; line ends stay as they are. */
export function mergeNote(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const lines = splitLines(base);
  const own = findChanges(lines, splitLines(mine));
  const others = findChanges(lines, splitLines(theirs));
  if (own === null || others === null) return null;
  const merged: string[] = [];
  let at = 0;
  let [ownNext, othersNext] = [0, 0];
  for (;;) {
    const first = own[ownNext];
    const second = others[othersNext];
    if (first === undefined && second === undefined) break;
    if (first !== undefined && second !== undefined && isSameChange(first, second)) {
      merged.push(...lines.slice(at, first.at), ...first.lines);
      at = first.at + first.removed;
      ownNext += 1;
      othersNext += 1;
      continue;
    }
    if (first !== undefined && second !== undefined && isTouching(first, second)) return null;
    const isOwn = second === undefined || (first !== undefined && first.at < second.at);
    const next = isOwn ? first : second;
    if (next === undefined) break;
    merged.push(...lines.slice(at, next.at), ...next.lines);
    at = next.at + next.removed;
    if (isOwn) ownNext += 1;
    else othersNext += 1;
  }
  return [...merged, ...lines.slice(at)].join('');
}

function isSameChange(one: Change, other: Change): boolean {
  return one.at === other.at && one.removed === other.removed && one.lines.join('') === other.lines.join('');
}

/** Neighbors count: two additions at one place have no order. */
function isTouching(one: Change, other: Change): boolean {
  return one.at <= other.at + other.removed && other.at <= one.at + one.removed;
}

/** Each line with its end; a last one without an end is a line too. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What turns `from` into `to`, by the longest common subsequence of lines; null when they are too large to compare. */
function findChanges(from: readonly string[], to: readonly string[]): readonly Change[] | null {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const old = from.slice(start, from.length - end);
  const fresh = to.slice(start, to.length - end);
  if (old.length * fresh.length > LARGEST_TABLE) return null;
  const table = measureCommon(old, fresh);
  const width = fresh.length + 1;
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      row += 1;
      column += 1;
      continue;
    }
    const [fromRow, fromColumn] = [row, column];
    while ((row < old.length || column < fresh.length) && !(row < old.length && old[row] === fresh[column])) {
      const down = row < old.length ? (table[(row + 1) * width + column] ?? 0) : -1;
      const right = column < fresh.length ? (table[row * width + column + 1] ?? 0) : -1;
      if (down >= right) row += 1;
      else column += 1;
    }
    changes.push({ at: start + fromRow, removed: row - fromRow, lines: fresh.slice(fromColumn, column) });
  }
  return changes;
}

/** Length of the longest common subsequence of what is left from each place on. */
function measureCommon(old: readonly string[], fresh: readonly string[]): Uint32Array {
  const width = fresh.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        old[row] === fresh[column]
          ? (table[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(table[(row + 1) * width + column] ?? 0, table[row * width + column + 1] ?? 0);
    }
  }
  return table;
}
