/** Reads the name of a button: an acting word, an amount of money, or a script of an unknown language. */
import { isSettingsApp, kindOfApp } from '../apps/app-names.ts';
import type { GateContext } from '../risk.ts';
import {
  ACTING_CLICK_PARTS,
  ACTING_CLICK_PHRASES,
  ACTING_CLICK_WORDS,
  ANSWER_NAMES,
  LOSES,
  YES_NAMES,
} from './click-words.ts';

/** Letters only, without accents and case; blanks between words. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim();
}

const words = new Set(
  ACTING_CLICK_WORDS.flatMap((list) => list.split(/\s+/))
    .map(foldName)
    .filter((word) => word !== ''),
);
const phrases = ACTING_CLICK_PHRASES.map((phrase) => ` ${phrase} `);
const yesNames = new Set([...YES_NAMES, ...ANSWER_NAMES].map(foldName));
export const answers = new Set(ANSWER_NAMES.map(foldName));
const parts = ACTING_CLICK_PARTS.map(foldName);

/** Length of words from which one misread letter is tolerated; shorter ones have too many neighbours. */
const MISREAD_FROM = 6;

/** An acting word with one misread letter: “De1ete”, “Purchasc”; null when there is none. For names read from pixels. */
function findMisread(folded: string): string | null {
  const acting = [...words].filter((word) => word.length >= MISREAD_FROM);
  for (const word of folded.split(' ')) {
    if (word.length < MISREAD_FROM || words.has(word)) continue;
    const found = acting.find((other) => isOneLetterOff(word, other));
    if (found !== undefined) return found;
  }
  return null;
}

/** An acting word in a name read from pixels: with one misread letter, or with a space read where there is none. */
export function findMisreadActingWord(folded: string): string | null {
  const joined = folded.replaceAll(' ', '');
  return findMisread(folded) ?? findMisread(joined) ?? (words.has(joined) ? joined : null);
}

/** Whether the words differ by one letter, added, missing or replaced. */
function isOneLetterOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1])
    [oneEnd, otherEnd] = [oneEnd - 1, otherEnd - 1];
  return oneEnd - start <= 1 && otherEnd - start <= 1;
}

/** “Add all 3 to your cart”. */
const INTO_CART = /^ add .{0,60} to (?:the |my |your |shopping ){0,2}(?:cart|basket|bag|trolley) /;

/** The word in this name that means buying, sending, deleting or allowing; null when there is none. */
export function findActingWord(name: string): string | null {
  const folded = foldName(name.slice(0, 500));
  if (yesNames.has(folded)) return folded;
  // “Yes, I'm sure”, “Ja, weiter”.
  const [, start = ''] = /^\s*(\p{L}{2,12})\s*[,!.–—:]/u.exec(name) ?? [];
  if (start !== '' && yesNames.has(foldName(start))) return foldName(start);
  const spaced = ` ${folded.replaceAll(/['’]/g, ' ')} `;
  const singles = folded.split(/[ '’]/).flatMap((single) => [single, single.replaceAll(/\p{N}+/gu, '')]);
  // "B U Y" is a word with its letters set apart.
  const candidates = singles.every((single) => single.length <= 1) ? [...singles, folded.replaceAll(' ', '')] : singles;
  const word = candidates.find((candidate) => words.has(candidate));
  if (word !== undefined) return word;
  const phrase = phrases.find((candidate) => spaced.includes(candidate));
  if (phrase !== undefined) return phrase.trim();
  if (INTO_CART.test(spaced)) return 'add to cart';
  return parts.find((part) => folded.includes(part)) ?? null;
}

const MONEY_CODES =
  'EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|NZD|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|BRL|MXN|UAH|RUB|KRW|ZAR|THB|VND|IDR|MYR|ILS|AED|SAR|EGP|KES|NGN';
const MONEY_WORDS =
  'kr|zł|złotych|Kč|Ft|lei|лв|руб\\p{L}{0,4}|грн|TL|euros?|dollars?|pounds?|bucks|francs?|franken|pesos?|rupees?|rupiah|reais|BTC|ETH|USDC|USDT|XMR';

/** An amount of money: on a button it is spent; on a link or in a row it states a price. */
export const AMOUNT = new RegExp(
  [
    `(?:[$€£¥₹₽₩₺₴₫฿₦₪₱₿₵₸₲]|(?<!\\p{L})(?:${MONEY_CODES}|Rs|Rp|RM|KSh|kr)\\.?) ?\\d`,
    `\\d(?:[.,][-–—])? ?(?:[$€£¥₹₽₩₺₴₫฿₦₪₱₿¢円元원đ]|(?:${MONEY_CODES}|${MONEY_WORDS})(?!\\p{L})|ש["״]ח|ر\\.س|د\\.إ|ج\\.م)`,
    '(?:ر\\.س|د\\.إ|ج\\.م) ?\\d',
    // Swiss francs; “Fr. 20.” is a Friday.
    '(?<!\\p{L})Fr\\. ?\\d+\\.(?:[-–—]|\\d\\d(?![\\d.]))|\\d ?Fr\\.(?!\\p{L})',
  ].join('|'),
  'iu',
);

/** An act with what it costs: “Book flight for $733”. */
export const PRICED = new RegExp(
  `(?<!\\p{L})(?:for|für|um|por|pour|per|voor|za|för|til|till|na|за)\\s+(?:(?:only|just|nur)\\s+)?(?:${AMOUNT.source})`,
  'iu',
);

/** Scripts of the languages in the lists; a name in another script is not understood. */
export const KNOWN_ALPHABETS =
  /^(?:[^\p{L}]|\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Devanagari}|\p{Script=Thai}|\p{Script=Common})*$/u;

/** Characters that show the letters in another order than they are in. */
export const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** In sentences verbs are inflected: “deleted”, “gelöscht”, “удалены”. So stems count, and phrases about losing something. */
const [SHORTEST_STEM, LONGEST_STEM] = [4, 12];
// “terminate” would give a stem that other languages use for ending a task.
const stems = new Set([...words].filter((word) => word !== 'terminate').map(stemOf));

function stemOf(word: string): string {
  const least = /^[a-z]/.test(word) ? 5 : SHORTEST_STEM;
  return word.length <= 5 ? word : word.slice(0, Math.min(LONGEST_STEM, Math.max(least, word.length - 3)));
}

/** Whether a line of a dialog tells that something is bought, sent, deleted, allowed or lost. */
export function mentionsAct(line: string): boolean {
  if (findActingWord(line) !== null || AMOUNT.test(line) || LOSES.test(line)) return true;
  const lengths = Array.from({ length: LONGEST_STEM - SHORTEST_STEM + 1 }, (_, more) => SHORTEST_STEM + more);
  return foldName(line)
    .split(' ')
    .flatMap((word) => (word.startsWith('ge') ? [word, word.slice(2)] : [word]))
    .some((word) => lengths.some((length) => word.length >= length && stems.has(word.slice(0, length))));
}

/** Whether a click here changes a setting; rows, tabs and links only navigate. */
export function isSwitch(context: GateContext): boolean {
  const isSettings =
    isSettingsApp(context) ||
    (kindOfApp(context, []) === 'browser' &&
      (/^(?:settings|extensions|einstellungen|erweiterungen|chrome:\/\/|about:)/i.test(context.window ?? '') ||
        /^(?:(?:chrome|chromium|edge|brave|vivaldi|opera):\/\/(?!newtab|new-tab-page|history|downloads|bookmarks|version)|about:(?!blank|newtab|home))/i.test(
          context.address ?? '',
        )));
  return (
    isSettings &&
    !/^(?:ax)?(?:link|row|cell|list ?item|tree ?item|tab|page ?tab|menu ?item|field|text ?field|search ?field|search ?box|heading|text|image)$/i.test(
      context.element?.role ?? '',
    )
  );
}
