/**
 * Recognises text that came from somewhere: runs of twelve letters or digits and whole numbers, in any case, also in base64, hex and URL encoding.
 */

/** Length of a run in letters and digits; other characters are ignored. */
const RUN = 12;
/** A number, an amount, an e-mail address or an IBAN counts as one word from here on. */
const SHORTEST_WORD = 6;
/** A single word of letters counts only from this length, as shorter ones are ordinary words. */
const LONGEST_PLAIN_WORD = 20;
const MOST_SIGNS_OF_TEXT = 100_000;
/** Runs kept of all texts together; the oldest are forgotten first. */
const MOST_RUNS = 300_000;

/** `Source` names where a text came from. */
export interface TaintIndex<Source> {
  note(source: Source, text: string): void;
  /**
   * The source of a part of the text that is not in `said`; null for none. Only parts that end behind the first `from` characters count, and only
   * sources that are not `isFree`. Linear in both texts.
   */
  find(text: string, said: string, from?: number, isFree?: (source: Source) => boolean): Source | null;
}

export function createTaintIndex<Source>(): TaintIndex<Source> {
  const sources = new Map<string, Source>();
  const add = (key: string, source: Source): void => {
    sources.delete(key);
    sources.set(key, source);
    const oldest = sources.keys().next();
    if (sources.size > MOST_RUNS && !oldest.done) sources.delete(oldest.value);
  };
  return {
    note(source, text) {
      for (const { key } of piecesOf(text.slice(0, MOST_SIGNS_OF_TEXT))) add(key, source);
    },
    find(text, said, from = 0, isFree = () => false) {
      let own: ReadonlySet<string> | null = null;
      const search = (spelled: string, after: number): Source | null => {
        for (const { key, end, words } of piecesOf(spelled)) {
          const source = end > after ? sources.get(key) : undefined;
          if (source === undefined || isFree(source)) continue;
          own ??= new Set([...Array.from(piecesOf(said), (piece) => piece.key), ...wordsOf(said)]);
          if (
            !own.has(key) &&
            !words.every((word) => own?.has(word) === true || (/\p{N}/u.test(word) && fold(said).includes(word)))
          )
            return source;
        }
        return null;
      };
      if (sources.size === 0) return null;
      const plain = search(text, from);
      if (plain !== null) return plain;
      for (const decoded of decodingsOf(text)) {
        const source = search(decoded, 0);
        if (source !== null) return source;
      }
      return null;
    },
  };
}

interface Piece {
  readonly key: string;
  /** Where its last word ends in the text. */
  readonly end: number;
  readonly words: readonly string[];
}

/** Runs across words, and single words that are distinctive. */
function* piecesOf(text: string): Generator<Piece> {
  const found = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    folded: fold(word),
    end: index + word.length,
    isTelling: /[\p{N}@]/u.test(word),
  }));
  const signs = found.map(({ folded }) => folded).join('');
  const wordAt = found.flatMap(({ folded }, index) => Array.from({ length: folded.length }, () => index));
  for (const { folded, end, isTelling } of found)
    if (isTelling && folded.length >= SHORTEST_WORD) yield { key: `=${folded}`, end, words: [folded] };
  for (let to = RUN; to <= signs.length; to += 1) {
    const [first = 0, last = 0] = [wordAt[to - RUN], wordAt[to - 1]];
    const word = found[last];
    if (word === undefined) continue;
    // A run inside one ordinary word is not distinctive.
    if (first === last && !word.isTelling && word.folded.length < LONGEST_PLAIN_WORD) continue;
    const words = found.slice(first, last + 1).map(({ folded }) => folded);
    yield { key: signs.slice(to - RUN, to), end: word.end, words };
  }
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:[.,:@+_-][\p{L}\p{N}\p{M}]+)*/gu;

function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(WORD), ([word]) => fold(word));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Decodings of the text; a run may start in the middle of an encoded group, so every offset is tried. */
function* decodingsOf(text: string): Generator<string> {
  if (text.includes('%'))
    yield text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => decode(bytes.replaceAll('%', ''), 'hex'));
  for (const [run] of text.matchAll(/[\da-f]{12,}/gi)) for (const skip of [0, 1]) yield decode(run.slice(skip), 'hex');
  for (const [run] of text.matchAll(/[\w+/-]{12,}/g))
    for (const skip of [0, 1, 2, 3]) yield decode(run.slice(skip), 'base64');
}

function decode(text: string, encoding: 'hex' | 'base64'): string {
  return Buffer.from(text, encoding).toString('utf8');
}
