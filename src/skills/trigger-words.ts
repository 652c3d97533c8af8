/** Words that a goal must contain before a trigger can match: checked first, as that is a hundred times cheaper than the expression. */

/** Lower-case ASCII words of which the goal must contain at least one; null when unknown. */
export type NeededWords = readonly string[] | null;

interface Reading {
  readonly pattern: string;
  at: number;
}

/** Thrown inside when the expression has something that is not read here. */
class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** Safe in one direction: a goal without any of the words cannot match. */
export function findNeededWords(pattern: string): NeededWords {
  try {
    const reading = { pattern, at: 0 };
    const words = readAlternatives(reading);
    return reading.at === pattern.length ? words : null;
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}

/** The goal in the form for this look-up: `(?i)s` also matches the long s, which is its own lower case. */
export function foldGoal(goal: string): string {
  return goal.toLowerCase().replaceAll('ſ', 's');
}

/** One of the branches must match, so any of their words suffices. */
function readAlternatives(reading: Reading): NeededWords {
  let words: NeededWords = readSequence(reading);
  while (reading.pattern[reading.at] === '|') {
    reading.at += 1;
    const branch = readSequence(reading);
    words = words === null || branch === null ? null : [...words, ...branch];
  }
  return words;
}

/** All parts must match, so the rarest requirement suffices. */
function readSequence(reading: Reading): NeededWords {
  const { pattern } = reading;
  let best: NeededWords = null;
  let run = '';
  const endRun = (): void => {
    if (run !== '') best = moreTelling(best, [run]);
    run = '';
  };
  while (reading.at < pattern.length && pattern[reading.at] !== '|' && pattern[reading.at] !== ')') {
    const char = pattern[reading.at] ?? '';
    const atom = readAtom(reading);
    const isOptional = readQuantifier(reading);
    if (/^[a-z0-9]$/i.test(char) && atom === 'character') {
      if (isOptional === null) {
        run += char.toLowerCase();
        continue;
      }
      if (!isOptional) run += char.toLowerCase();
      endRun();
      continue;
    }
    endRun();
    if (atom !== 'character' && isOptional !== true) best = moreTelling(best, atom);
  }
  endRun();
  return best;
}

/** Reads one atom; returns the words that a group needs, or `character` for anything that matches one place. */
function readAtom(reading: Reading): NeededWords | 'character' {
  const { pattern } = reading;
  const char = pattern[reading.at];
  reading.at += 1;
  if (char === '(') return readGroup(reading);
  if (char === '[') return readClass(reading);
  if (char === '\\') return readEscape(reading);
  return 'character';
}

function readGroup(reading: Reading): NeededWords {
  const opening = /^\?(?:P?<[A-Za-z_]\w*>|[imsU-]*(:|\)))/.exec(reading.pattern.slice(reading.at));
  if (reading.pattern[reading.at] === '?') {
    if (opening === null) throw new NotRead();
    reading.at += opening[0].length;
    // (?i) holds nothing itself.
    if (opening[1] === ')') return null;
  }
  const words = readAlternatives(reading);
  if (reading.pattern[reading.at] !== ')') throw new NotRead();
  reading.at += 1;
  return words;
}

function readClass(reading: Reading): 'character' {
  const body = /^\^?\]?(?:\\[\s\S]|\[:\^?[a-z]+:\]|[^\]\\])*\]/.exec(reading.pattern.slice(reading.at));
  if (body === null) throw new NotRead();
  reading.at += body[0].length;
  return 'character';
}

/** Only single-character escapes, classes and anchors; other escapes are not supported. */
function readEscape(reading: Reading): 'character' {
  const body = /^(?:[pP](?:\{[^}]*\}|[A-Z])|x\{[^}]*\}|x[0-9a-fA-F]{2}|[dDsSwWbBAz]|[^A-Za-z0-9])/.exec(
    reading.pattern.slice(reading.at),
  );
  if (body === null) throw new NotRead();
  reading.at += body[0].length;
  return 'character';
}

/** null without a quantifier; else whether it allows zero occurrences. */
function readQuantifier(reading: Reading): boolean | null {
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reading.pattern.slice(reading.at));
  if (found === null) return null;
  reading.at += found[0].length;
  return found[0].startsWith('*') || found[0].startsWith('?') || Number(found[1] ?? 1) === 0;
}

/** Longer words are rarer, so the requirement with the longest shortest word excludes the most goals. */
function moreTelling(first: NeededWords, second: NeededWords): NeededWords {
  if (first === null || second === null) return first ?? second;
  const shortest = (words: readonly string[]): number => Math.min(...words.map((word) => word.length));
  return shortest(second) > shortest(first) ? second : first;
}
