/** Chance that comes again the same way, and what is said of many figures. */

export function fifth(list: readonly number[], which: number): readonly number[] {
  return list.slice(Math.floor((list.length * which) / 5), Math.ceil((list.length * (which + 1)) / 5));
}

export function median(list: readonly number[]): number {
  return Math.round(list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0);
}

export function shuffle(list: unknown[], random: () => number): void {
  list.sort(() => random() - 0.5);
}

/** Mulberry32: the same seed makes the same storm. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
