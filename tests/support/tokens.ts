/** Makes tokens from the examples beside their shapes: what they look like, and nobody's. */
import { CLASSES } from '../../src/safety/secrets/token-shapes.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Base64 ends with `=` only where an example says so. */
const LETTERS: Readonly<Record<string, string>> = {
  A: BASE64,
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: 'abcdef0123456789',
  d: '0123456789',
  w: `${BASE64}_-`,
  b: `${BASE64}+/`,
};

/** The example with every `<A36>` replaced by characters of that class; `seed` makes different ones. */
export function makeToken(example: string, seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % below;
  };
  return example.replace(/<([A-Za-z])(\d+)>/g, (_, kind: string, count: string) => {
    const letters = LETTERS[kind];
    if (letters === undefined || !(kind in CLASSES)) throw new Error(`there is no class ${kind}`);
    // A digit and a letter in any of them, as in practically every real one.
    const random = Array.from({ length: Number(count) }, () => letters.charAt(next(letters.length)));
    return random.join('');
  });
}

/** The parts of an example that are random, in a token made from it: what must be nowhere. */
export function secretParts(example: string, token: string): readonly string[] {
  const pattern = example.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/<[A-Za-z](\d+)>/g, '([\\s\\S]{$1})');
  return (new RegExp(`^${pattern}$`).exec(token) ?? []).slice(1).filter((part) => part.length >= 6);
}
