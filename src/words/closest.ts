/** Finds the known word nearest to a mistyped one. */

/** The nearest of `known` by edit distance, ignoring case; null when none is similar enough. */
export function closestWord(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (best === null || distance < best.distance) best = { word: candidate, distance };
  }
  if (best === null) return null;
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, best.word.length) / 2));
  return best.distance <= allowed ? best.word : null;
}

/** Levenshtein distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
