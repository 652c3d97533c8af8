/**
 * Masks secrets in everything that is stored or sent: Deskhand's own tokens by value, in every usual encoding, and tokens of well-known services by
 * shape. Pure, and linear in the length of the text.
 */
import { findTokens, type Secret } from './find-tokens.ts';
import { withoutEscapes } from './without-escapes.ts';

export interface Redactor {
  /** The text with a mask in place of every secret. Masked twice is masked once. */
  text(text: string): string;
  /**
   * For text under approval, where nothing that runs may hide behind a mask: covers only letters, digits and signs without meaning for a shell or a
   * script. A secret with other characters is covered in part.
   */
  exact(text: string): Masked;
  /** Masks every string inside; keys of objects, numbers and bytes stay. */
  data<T>(value: T): T;
  /** Adds own secrets that became known later. */
  learn(secrets: readonly string[]): void;
}

export interface Masked {
  readonly text: string;
  /** Kinds of the masked secrets, such as "GitHub token", each once. */
  readonly names: readonly string[];
  /** Whether a hash of the unmasked text would allow guessing what was masked. */
  readonly isGuessable: boolean;
}

/** Keys that identify their value as a secret. */
const NAMING_KEY = /pass|secret|token|key|auth|cookie/i;
/** Own secrets that are shorter (a local server's "none") are ordinary words, and would be masked in every sentence. */
const OWN_MIN_LENGTH = 8;
const OWN_PIECE = 12;
/** Tokens are renewed for months; those of long ago are worth nothing. */
const LEARNED_KEPT = 60;

/** JSON in JSON in JSON: quotes and line ends, by which a secret is known, are escaped that often. */
const ESCAPED_WITHIN = 5;

/** `own`: Deskhand's own tokens. */
export function createRedactor(own: readonly string[]): Redactor {
  const spellAll = (secrets: readonly string[]): readonly string[] => [
    ...new Set(secrets.filter((secret) => secret.length >= OWN_MIN_LENGTH).flatMap(spell)),
  ];
  const first = spellAll(own);
  let learned: readonly string[] = [];
  let spellings = first;

  const findAll = (text: string, depth: number): readonly Secret[] => {
    const plain = depth < ESCAPED_WITHIN ? withoutEscapes(text) : null;
    const within = plain === null ? [] : findAll(plain.text, depth + 1);
    return [
      ...spellings.flatMap((secret) => findPieces(text, secret)),
      ...findTokens(text),
      ...within.map((one) => ({
        ...one,
        start: plain?.placeOf(one.start) ?? one.start,
        end: plain?.placeOf(one.end) ?? one.end,
      })),
    ];
  };
  const find = (text: string): readonly Secret[] => join(findAll(text, 0));

  function data<T>(value: T): T;
  function data(value: unknown): unknown {
    if (typeof value === 'string') return redactor.text(value);
    if (Array.isArray(value)) return value.map((item: unknown) => data(item));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => [
        key,
        typeof item === 'string' && NAMING_KEY.test(key) ? named(key, item) : data(item),
      ]),
    );
  }

  /** Masks a value as if it stood in JSON beside its key, which may identify it. */
  function named(key: string, value: string): string {
    const before = `${JSON.stringify(key)}:"`;
    const secrets = find(`${before}${value}"`).flatMap(({ start, end, ...rest }) => {
      const inside = {
        start: Math.max(0, start - before.length),
        end: Math.min(value.length, end - before.length),
        ...rest,
      };
      return inside.start < inside.end ? [inside] : [];
    });
    return redactor.text(replace(value, secrets, ({ name }) => mask(name)));
  }

  const redactor: Redactor = {
    text: (text) => replace(text, find(text), ({ name }) => mask(name)),
    exact(text) {
      const covered: Secret[] = [];
      const shown = replace(text, find(text), (found, secret) => {
        const put = coverInert(secret, found);
        // A secret that could not be covered at all is not listed as covered.
        if (put !== secret) covered.push(found);
        return put;
      });
      return {
        text: shown,
        names: [...new Set(covered.map(({ name }) => name))],
        isGuessable: covered.some(({ isGuessable }) => isGuessable),
      };
    },
    data,
    learn(secrets) {
      // Learning a token again makes it the newest: a refresh token stays the same for months.
      const older = learned.filter((secret) => !secrets.includes(secret));
      const isNew = older.length + new Set(secrets).size > learned.length;
      learned = [...older, ...new Set(secrets)].slice(-LEARNED_KEPT);
      if (!isNew) return;
      spellings = [...new Set([...first, ...spellAll(learned)])];
    },
  };
  return redactor;
}

/** True when a text contains a mask, so that it is not the original. */
export function holdsMask(text: string): boolean {
  return /\[hidden: [\w. -]{2,30}\]/.test(text);
}

function mask(name: string): string {
  return `[hidden: ${name}]`;
}

/** Characters that neither end a word, start a command nor expand. */
const INERT = /[\w.~+/=%:@,-]+/g;
const WHOLLY_INERT = /^[\w.~+/=%:@,-]+$/;
/** A word of this length is not a command by accident. */
const INERT_RUN = 16;
/** The same for a word right behind "password=". */
const FIRST_RUN = 6;

function coverInert(secret: string, { name, isGuessable }: Secret): string {
  // Punctuation may follow a secret directly: “May I open …?”
  const tail = /[^\w.~+/=%:@,-]{0,3}$/.exec(secret)?.[0] ?? '';
  if (WHOLLY_INERT.test(secret.slice(0, secret.length - tail.length))) return mask(name) + tail;
  return secret.replace(INERT, (run, at: number) => {
    const isCovered = run.length >= INERT_RUN || (at === 0 && isGuessable && run.length >= FIRST_RUN);
    return isCovered ? mask(name) : run;
  });
}

function replace(text: string, secrets: readonly Secret[], put: (secret: Secret, text: string) => string): string {
  if (secrets.length === 0) return text;
  let masked = '';
  let at = 0;
  for (const secret of secrets) {
    masked += text.slice(at, secret.start) + put(secret, text.slice(secret.start, secret.end));
    at = secret.end;
  }
  return masked + text.slice(at);
}

/** Sorted, without overlaps. */
function join(secrets: readonly Secret[]): readonly Secret[] {
  const joined: Secret[] = [];
  for (const secret of secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || secret.start >= last.end) joined.push(secret);
    else if (secret.end > last.end) joined[joined.length - 1] = { ...last, end: secret.end };
  }
  return joined;
}

/** Encodings of a secret: plain, in an address and a form, as hex, and in base64 at every alignment. */
function spell(given: string): readonly string[] {
  const secret = given.toWellFormed();
  const inAddress = encodeURIComponent(secret);
  const lowerCase = inAddress.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last base64 letters also carry bits of the neighbouring bytes.
    return text.slice(offset === 0 ? 0 : offset + 1, (bytes.length + offset) % 3 === 0 ? undefined : -1);
  });
  const urlSafe = inside.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  return [given, inAddress, lowerCase, inAddress.replaceAll('%20', '+'), ...inside, ...urlSafe, hex, hex.toUpperCase()];
}

/** Finds the secret, or its first or last half with as much more of it as adjoins, since output may be cut in the middle. */
function findPieces(text: string, secret: string): readonly Secret[] {
  const length = Math.max(OWN_PIECE, Math.ceil(secret.length / 2));
  const found: Secret[] = [];
  const note = (start: number, end: number): void =>
    void found.push({ start, end, name: 'own key', isGuessable: false });
  const first = secret.slice(0, length);
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    let end = first.length;
    while (end < secret.length && text[start + end] === secret[end]) end += 1;
    note(start, start + end);
  }
  const last = secret.slice(-length);
  for (let start = text.indexOf(last); start >= 0; start = text.indexOf(last, start + 1)) {
    let more = 0;
    while (more < secret.length - last.length && text[start - more - 1] === secret.at(-last.length - more - 1))
      more += 1;
    note(start - more, start + last.length);
  }
  return found;
}
