/** The wishes in a goal, told by its grammar: each thing that is to be done, and each that must not happen. English and German. Pure. */

import type { Wish } from '../../ledger/wish.ts';
import { ownWords } from '../../safety/scope/own-words.ts';
import { createRedactor, holdsMask } from '../../safety/secrets/redact.ts';
import { foldersIn } from '../../safety/shell/shown-paths.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { withoutFiles } from '../../words/sent-files.ts';
import { findSheet, findTypedChecks } from './typed-wish.ts';
import { NUMBERS, SAYS_NEVER, STARTS_ACT, STARTS_NEVER } from './wish-words.ts';

/** Limit of wishes: a person keeps no more apart, and a card shows no more. */
const MOST_WISHES = 15;
const MAX_TEXT = 300;
const LEAST_TEXT = 4;

const QUOTE = /“[^“”]*”|„[^„“”"]*[“”"]|"[^"\n]*"|«[^«»]*»|‘[^‘’]*’(?!\p{L})/gu;
const ITEM = /^\s*(?:\d+[.)]|[-*•])\s+/;
/** A line break inside a sentence. */
const WRAPPED = new RegExp(
  `\\n(?!\\s*(?:\\n|\\d+[.)]\\s|[-*•]\\s|(?-i:\\p{Lu})|${STARTS_ACT}|${STARTS_NEVER}))`,
  'giu',
);
const MONTH = 'jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]';
/** The point behind a figure may be of a day: “20.12. 14:45”, “am 24. Dezember”. */
const SENTENCE = new RegExp(
  `(?:[!?;]|(?<!\\d)\\.|(?<=\\d)\\.(?!\\s+(?:\\d|(?-i:\\p{Ll})|(?:${MONTH}))))(?=\\s+\\S)|\\n+`,
  'iu',
);
const NEXT =
  /,?\s+(?:and\s+then|then|after\s+that|afterwards|und\s+dann|danach|anschlie(?:ß|ss)end|zuletzt|zum\s+schluss)(?:,?\s+)/iu;
const AND_ACT = new RegExp(
  `(?:,\\s*(?:(?:and|und|but|aber)\\s+)?|\\s+(?:and|und|sowie|but|aber)\\s+)(?=${STARTS_ACT})`,
  'iu',
);
const NEVER = new RegExp(`(?:[,:–-]?\\s+(?:(?:and|but|und|aber)\\s+)?)(?=${STARTS_NEVER})`, 'iu');
const FORM =
  /(?<!\p{L})(?:as|als|in|im|ins)\s+(?:an?\s+|eine?[nr]?\s+)?(pdf|csv|tsv|png|jpe?g|gif|webp|svg|docx?|odt|ods|xlsx?|markdown|json|zip|ics)(?![\p{L}\d])/iu;
const BY_WHEN =
  /(?<!\p{L})(?:by|before|until|no later than|bis|vor|spätestens)\s+((?:um\s+|zum\s+|at\s+)?(?:\d{1,2}[:.]\d{2}|\d{1,2}\s?(?:am|pm|uhr)|\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?|\d{4}-\d{2}-\d{2}|today|tomorrow|tonight|noon|heute|morgen|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?:\s+\d{1,2}(?:[:.]\d{2})?(?:\s?uhr)?)?)/iu;
const MANY = new RegExp(`(?<![\\p{L}\\d.,/-])(\\d{1,4}|${Object.keys(NUMBERS).join('|')})\\s+(?=\\p{L}{3,})`, 'iu');

/** Finds secrets by their shape; configured secrets are masked wherever text leaves the process. */
const SHAPES = createRedactor([]);

/** Empty when no wish can be told apart. `home`: the person's home folder, absolute. */
export function findWishes(goal: string, home: string): readonly Wish[] {
  const quotes: string[] = [];
  // Masked before the split: half a secret, or one without its surrounding words, is no longer recognised as one.
  const safe = SHAPES.text(withoutFiles(goal));
  // Text in quotation marks is content: it is not split, and does not count as a wish.
  const words = ownWords(safe.replace(QUOTE, (quote) => `§${quotes.push(quote) - 1}§`));
  const restore = (text: string): string =>
    text.replace(/§(\d+)§/g, (whole, index: string) => quotes[Number(index)] ?? whole);
  const places = { home, folders: foldersIn(words, home), sheet: findSheet(words) };
  const parts = splitIntoParts(words).filter((part) => part.replace(/§\d+§/g, 'quote').length >= LEAST_TEXT);
  return parts.slice(0, MOST_WISHES).map((part): Wish => {
    const text = shorten(oneLine(restore(part)), MAX_TEXT);
    const never = SAYS_NEVER.test(part);
    // The value behind a mask is unknown, so it cannot be checked.
    const checks = never || holdsMask(text) ? [] : findTypedChecks(text, places);
    return {
      text,
      ...(never ? { never } : {}),
      ...readFields(part),
      ...(checks.length === 0 ? {} : { checks: [...checks] }),
    };
  });
}

/** Whether a goal is worth a ledger: one thing to do needs none, nor do two in a simple goal (`isSimple`) without checks or prohibitions. */
export function isWorthLedger(wishes: readonly Wish[], isSimple: boolean): boolean {
  const isBound = wishes.some(({ never, checks = [] }) => never === true || checks.length > 0);
  return wishes.length > (isSimple && !isBound ? 2 : 1);
}

function splitIntoParts(words: string): readonly string[] {
  const lines = words.replace(WRAPPED, ' ').split('\n');
  const items = lines.filter((line) => ITEM.test(line));
  // A line that introduces a list is no wish of its own.
  const told = items.length > 1 ? lines.filter((line) => !/:\s*$/.test(line)) : lines;
  const split = told
    .flatMap((line) => line.replace(ITEM, '').split(SENTENCE))
    .flatMap((sentence) => splitBy(sentence, NEXT))
    .flatMap((part) => splitBy(part, NEVER))
    .flatMap((part) => splitBy(part, AND_ACT))
    .map((part) => part.replace(/^[\s,;:–-]+|[\s,;.!–-]+$/gu, ''));
  return split.reduce(joinVerb, []);
}

/** “write nothing else”: a verb alone is no wish of its own, so it joins the next part. */
function joinVerb(parts: readonly string[], part: string): readonly string[] {
  const before = parts.at(-1);
  return before !== undefined && /^\p{L}+$/u.test(before) && SAYS_NEVER.test(part)
    ? [...parts.slice(0, -1), `${before} ${part}`]
    : [...parts, part];
}

function splitBy(text: string, by: RegExp): readonly string[] {
  return text.split(by).filter((part): part is string => part !== undefined && part.trim() !== '');
}

function readFields(part: string): Pick<Wish, 'many' | 'form' | 'by_when'> {
  const form = FORM.exec(part)?.[1]?.toLowerCase();
  const byWhen = BY_WHEN.exec(part)?.[1];
  const many = MANY.exec(part.replace(byWhen ?? '', ''))?.[1]?.toLowerCase();
  return {
    ...(many === undefined ? {} : { many: NUMBERS[many] ?? Number(many) }),
    ...(form === undefined ? {} : { form }),
    ...(byWhen === undefined ? {} : { by_when: byWhen }),
  };
}
