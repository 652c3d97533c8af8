/** Secrets in plain text on the screen: which recognised words have to be covered. Pure. */
import type { Box } from '../../ports/desktop.ts';
import type { ShownKind } from '../../ports/frame.ts';
import type { ReadLine, ReadWord } from '../../ports/reader.ts';
import { findTokens } from './find-tokens.ts';

export interface ShownSecret {
  readonly kind: ShownKind;
  /** In pixels of the display. */
  readonly box: Box;
}

/** Margin around the letters, whose edges could be read. */
const AROUND_PX = 3;

export function findShownSecrets(lines: readonly ReadLine[]): readonly ShownSecret[] {
  return [...lines.flatMap((line) => findInLine(line, lines)), ...findSeedWords(lines)];
}

function findInLine(line: ReadLine, lines: readonly ReadLine[]): readonly ShownSecret[] {
  const { words } = line;
  return [
    ...findNumbers(words),
    ...tokensOf(words),
    ...afterPassword(words, line, lines),
    ...oneTimeCodes(words, line, lines),
  ];
}

function cover(kind: ShownKind, words: readonly Pick<ReadWord, 'box'>[]): ShownSecret {
  const left = Math.min(...words.map(({ box }) => box.x)) - AROUND_PX;
  const top = Math.min(...words.map(({ box }) => box.y)) - AROUND_PX;
  const right = Math.max(...words.map(({ box }) => box.x + box.width)) + AROUND_PX;
  const bottom = Math.max(...words.map(({ box }) => box.y + box.height)) + AROUND_PX;
  return { kind, box: { x: left, y: top, width: right - left, height: bottom - top } };
}

/** Letters that recognition confuses with digits. */
const FIGURE_LIKE: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Ö: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
  Z: '2',
};

/** The digits of a word; letters that look like digits count when most of the word is digits. */
function figuresOf(word: string): string | null {
  const bare = word.replace(/[-–—.\s]/g, '');
  const figures = bare.replace(/[OoÖIl|SBZ]/g, (letter) => FIGURE_LIKE[letter] ?? letter);
  if (!/^\d+$/.test(figures)) return null;
  return (bare.match(/\d/g)?.length ?? 0) * 2 >= bare.length ? figures : null;
}

/** Card numbers and IBANs, whole or in groups. */
function findNumbers(words: readonly ReadWord[]): readonly ShownSecret[] {
  const found: ShownSecret[] = [];
  for (let start = 0; start < words.length; start += 1) {
    const end = endOfCard(words, start) ?? endOfIban(words, start);
    if (end === null) continue;
    found.push(cover(end.kind, words.slice(start, end.at)));
    start = end.at - 1;
  }
  return found;
}

interface End {
  readonly kind: ShownKind;
  readonly at: number;
}

const CARD_LENGTHS = { least: 13, most: 19 } as const;

function endOfCard(words: readonly ReadWord[], start: number): End | null {
  let figures = '';
  let longest: End | null = null;
  for (let at = start; at < words.length && figures.length < CARD_LENGTHS.most; at += 1) {
    // "Card:4111…" is recognised as one word when the space is narrow.
    const text = (words[at]?.text ?? '').replace(/^[^\d]*[:#=]/, '').replace(/[,;)]+$/, '');
    const more = figuresOf(text);
    if (more === null) break;
    figures += more;
    if (figures.length < CARD_LENGTHS.least || figures.length > CARD_LENGTHS.most) continue;
    if (/^[2-6]/.test(figures) && isLuhn(figures)) longest = { kind: 'card', at: at + 1 };
    // One misread digit makes the checksum wrong, so four groups of four count as a card as well.
    else if (at - start === 3 && words.slice(start, at + 1).every(({ text: group }) => group.length === 4))
      longest = { kind: 'card', at: at + 1 };
  }
  return longest;
}

/** ISO/IEC 7812. */
function isLuhn(figures: string): boolean {
  let sum = 0;
  for (const [index, figure] of [...figures].toReversed().entries()) {
    const value = Number(figure) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Lengths by country (SWIFT's IBAN registry), the common ones; others by their sum alone. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 16, CH: 21, CZ: 24, DE: 22, DK: 18, ES: 24, FI: 18, FR: 27, GB: 22, IE: 22, IT: 27, LI: 21, LU: 20 },
  ...{
    NL: 18,
    NO: 15,
    PL: 28,
    PT: 25,
    SE: 24,
    HU: 28,
    SK: 24,
    SI: 19,
    HR: 21,
    RO: 24,
    BG: 22,
    GR: 27,
    EE: 20,
    LT: 20,
    LV: 21,
  },
};

function endOfIban(words: readonly ReadWord[], start: number): End | null {
  let text = '';
  for (let at = start; at < words.length && text.length < 34; at += 1) {
    const word = (words[at]?.text ?? '').replace(/^IBAN:?/i, '').replace(/[,;.)]+$/, '');
    if (at === start && word === '') return null;
    if (!/^[A-Za-z\d]+$/.test(word)) break;
    text += word.toUpperCase();
    if (!/^[A-Z]{2}[\dOIL]{2}/.test(text.slice(0, 4)) && text.length >= 4) return null;
    const length = IBAN_LENGTHS[text.slice(0, 2)];
    if (length === undefined ? text.length >= 15 && isIban(text) : text.length === length) {
      const figures = text.slice(4).match(/\d/g)?.length ?? 0;
      return figures >= 8 ? { kind: 'iban', at: at + 1 } : null;
    }
  }
  return null;
}

/** ISO 13616: modulo 97 of the number it makes. */
function isIban(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const letter of moved) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Tokens by the redactor's shapes, also when recognition put a space into one. */
function tokensOf(words: readonly ReadWord[]): readonly ShownSecret[] {
  return ['', ' '].flatMap((between) => {
    const text = words.map((word) => word.text).join(between);
    return findTokens(text).flatMap(({ start, end }) => {
      const inside = wordsBetween(words, between, start, end);
      return inside.length === 0 ? [] : [cover('token', inside)];
    });
  });
}

function wordsBetween(words: readonly ReadWord[], between: string, start: number, end: number): readonly ReadWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + between.length;
    return from < end && from + text.length > start;
  });
}

const PASSWORD_WORD =
  /(?:^|[^\p{L}])(?:pass(?:word|wort|phrase|code)|passwd|pwd|kennwort|passwort|mot de passe|contraseña|secret(?: key)?|api[ _-]?key|access[ _-]?token|auth[ _-]?token|private[ _-]?key|pin|cvv|cvc)[ _a-z]{0,12}[:=：]/iu;

/** The word behind "password:", in the line or right beside it; an empty line refers to the one to its right. */
function afterPassword(words: readonly ReadWord[], line: ReadLine, lines: readonly ReadLine[]): readonly ShownSecret[] {
  const text = words.map((word) => word.text).join(' ');
  const match = PASSWORD_WORD.exec(text);
  if (match === null) return [];
  const behind = match.index + match[0].length;
  const inside = wordsBetween(words, ' ', behind, text.length);
  const first = inside[0];
  if (first !== undefined && text.slice(behind).trim() !== '') {
    // A password with blanks is rare, a sentence behind it is not.
    return [cover('password', [first, ...(inside[1] !== undefined && inside.length === 2 ? [inside[1]] : [])])];
  }
  const beside = nearestRight(line, lines);
  return beside === null ? [] : [cover('password', beside.words.slice(0, 2))];
}

function nearestRight(line: ReadLine, lines: readonly ReadLine[]): ReadLine | null {
  const middle = line.box.y + line.box.height / 2;
  const right = line.box.x + line.box.width;
  const beside = lines.filter(
    ({ box }) =>
      box.x >= right && box.x - right < 20 * line.box.height && box.y <= middle && box.y + box.height >= middle,
  );
  return beside.toSorted((one, other) => one.box.x - other.box.x)[0] ?? null;
}

const CODE_WORD =
  /(?:(?:verification|security|confirmation|login|log-?in|sign-?in|access|one-?time|auth(?:entication)?|2fa|two-factor|sms|your|bestätigungs|sicherheits|anmelde|einmal|prüf|zugangs)[ -]?(?:\p{L}+[ -])?(?:code|pin|passcode|kode)|\botp\b|\bm?tan\b|passcode|\bcode (?:is|lautet|ist|expires)|\bcode:)/iu;
const NO_CODE =
  /(?:error|exit|status|source|zip|post(?:al)?|qr|bar|area|country|product|discount|promo|fehler|http|response)[ -]?code/i;
const CODE = /^(?:\d{4,8}|\d{3}[- ]\d{3}|[A-Z]-?\d{4,8})$/;

/** Figures in a line that names a one-time code, in the line below it, or right beside it. */
function oneTimeCodes(words: readonly ReadWord[], line: ReadLine, lines: readonly ReadLine[]): readonly ShownSecret[] {
  const isNamed = CODE_WORD.test(line.text) && !NO_CODE.test(line.text);
  const isCode = /^code\b.{0,3}\d/i.test(line.text) && !NO_CODE.test(line.text);
  if (!isNamed && !isCode) return [];
  const codesIn = (candidates: readonly ReadWord[]): readonly ReadWord[] =>
    candidates.filter(({ text }, index) => {
      const bare = text.replace(/^[^\dA-Z]+|[.,;:)!]+$/g, '');
      const next = candidates[index + 1]?.text ?? '';
      const before = candidates[index - 1]?.text ?? '';
      return CODE.test(bare) || (/^\d{3}$/.test(bare) && (/^\d{3}\D?$/.test(next) || /^\d{3}$/.test(before)));
    });
  const own = codesIn(words);
  if (own.length > 0) return own.map((word) => cover('code', [word]));
  const near = lines.filter(
    (other) =>
      other !== line &&
      other.words.length <= 3 &&
      (isBelow(other.box, line.box) || other === nearestRight(line, lines)),
  );
  return near.flatMap((other) => codesIn(other.words)).map((word) => cover('code', [word]));
}

function isBelow(box: Box, above: Box): boolean {
  const gap = box.y - (above.y + above.height);
  return (
    gap >= -2 && gap <= 6 * above.height && box.x < above.x + above.width && box.x + box.width > above.x - above.height
  );
}

const SEED_NAME = /(?:seed|recovery|secret|backup|mnemonic|wiederherstellungs)[ -]?(?:phrase|words?|wörter)|mnemonic/i;
const SEED_WORD = /^[a-z]{3,8}$/;
/** Words that are not in the wallets' list of 2,048 words (BIP-39), and without which hardly any sentence of twelve words can do. */
const NO_SEED_WORD =
  /^(?:the|and|are|was|for|with|this|that|from|have|has|not|but|you|your|can|will|were|its|his|her|she|they|them|our|had|been|would|which|their|die|der|das|und|ist|ein|eine|nicht|den|dem|mit|von|auf|sich|wird|sind|auch)$/;
const LEAST_SEED_WORDS = 12;
/** BIP-39 has up to 24, Monero 25, SLIP-39 33. */
const MOST_SEED_WORDS = 33;
/** Number of different numbers and words required, as some may be misread. */
const LEAST_DIFFERENT = 10;

/** At least twelve wallet words: numbered, below a title for them, or in a row that is no sentence. */
function findSeedWords(lines: readonly ReadLine[]): readonly ShownSecret[] {
  const isNamed = lines.some(({ text }) => SEED_NAME.test(text));
  const words = lines.flatMap((line) => line.words);
  const numbered = words.flatMap((word, index) => {
    const text = word.text.replace(/^\(?\d{1,2}[.):]?/, '');
    const count = /^\(?(\d{1,2})[.):]/.exec(word.text) ?? /^\(?(\d{1,2})[.):]?$/.exec(words[index - 1]?.text ?? '');
    const isOne = count !== null && SEED_WORD.test(text) && !NO_SEED_WORD.test(text);
    return isOne ? [{ word, text, number: Number(count[1]) }] : [];
  });
  const rows = lines.filter(
    (line) =>
      line.words.length >= (isNamed ? 3 : 6) &&
      line.words.every(({ text }) => SEED_WORD.test(text) && !NO_SEED_WORD.test(text)),
  );
  const inRows = rows.flatMap((line) => line.words);
  // "5 minutes", "7 parts" and "12 files" say one word with many numbers, or one number with many words.
  const low = numbered.filter(({ number }) => number >= 1 && number <= MOST_SEED_WORDS);
  const isCounted =
    numbered.length >= LEAST_SEED_WORDS &&
    new Set(low.map(({ text }) => text)).size >= LEAST_DIFFERENT &&
    new Set(low.map(({ number }) => number)).size >= LEAST_DIFFERENT;
  const found = isCounted ? numbered.map(({ word }) => word) : inRows;
  return found.length >= LEAST_SEED_WORDS ? found.map((word) => cover('words', [word])) : [];
}
