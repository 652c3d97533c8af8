/** Makes hidden characters of a text visible before a person approves it. */
import { mapNames, type Text } from './say.ts';

/** Invisible characters, and blanks other than the space. */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u{2800}]--[ \t\n]]/v;
const LETTER_FROM_ELSEWHERE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Hidden characters as `⟨U+202E⟩`; space, tab, newline and emoji stay. */
export function showHidden(text: string): string {
  return HIDDEN.test(text) ? text.replace(findEmojiAndHidden(), showUnlessEmoji) : text;
}

/** For text inside a sentence, where a line break would look like a line of Deskhand's. */
export function showInLine(text: string): string {
  return showHidden(text.replaceAll(/[\t\n]+/g, ' ↵ '));
}

/** For a block: long runs of blanks and empty lines, which would push text out of sight, are replaced by their number. */
export function showInBlock(text: string): string {
  return showHidden(text)
    .replaceAll(/(?:[ \t]*\n){5,}/g, (gap) => `\n⟨↵ × ${gap.split('\n').length - 1}⟩\n`)
    .replaceAll(/[ \t]{24,}/g, (gap) => ` ⟨␣ × ${gap.length}⟩ `);
}

/** For a terminal, which obeys control characters and reorders letters; everything else stays, including all blanks. */
export function showInTerminal(text: string): string {
  return text.replaceAll(/[[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]--[\t\n]]/gv, showCodePoint);
}

/** The same for an untranslated text: in everything inserted into its sentences. */
export function showHiddenIn(text: Text): Text {
  return mapNames(text, showInLine);
}

/** True when a word mixes Latin letters with Cyrillic or Greek ones, as look-alike names do. */
export function hasLookAlikes(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\d]+/u).some((word) => LATIN.test(word) && LETTER_FROM_ELSEWHERE.test(word));
}

let emojiAndHidden: RegExp | undefined;
/** Matches whole emoji first, in which joiners are allowed. The emoji sets take 10 ms to load, and few texts hide anything. */
function findEmojiAndHidden(): RegExp {
  emojiAndHidden ??= new RegExp(`\\p{RGI_Emoji}|${HIDDEN.source}`, 'gv');
  return emojiAndHidden;
}

function showUnlessEmoji(found: string): string {
  return Array.from(found).length === 1 && HIDDEN.test(found) ? showCodePoint(found) : found;
}

function showCodePoint(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
