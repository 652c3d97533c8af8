/** Makes what hides in a text visible before a person approves it. */
import { mapNames, type Text } from './say.ts';

/** What shows nothing, or shows a blank that is not the space bar's. */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u{2800}]--[ \t\n]]/v;
const LETTER_FROM_ELSEWHERE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Hidden characters as `⟨U+202E⟩`; space, tab, newline and emoji stay. */
export function showHidden(text: string): string {
  return HIDDEN.test(text) ? text.replace(findEmojiAndHidden(), showUnlessEmoji) : text;
}

/** For what stands within a sentence: a line of its own would look like one of ours. */
export function showInLine(text: string): string {
  return showHidden(text.replaceAll(/[\t\n]+/g, ' ↵ '));
}

/** For a block: blanks and empty lines that would push the rest out of sight are counted instead. */
export function showInBlock(text: string): string {
  return showHidden(text)
    .replaceAll(/(?:[ \t]*\n){5,}/g, (gap) => `\n⟨↵ × ${gap.split('\n').length - 1}⟩\n`)
    .replaceAll(/[ \t]{24,}/g, (gap) => ` ⟨␣ × ${gap.length}⟩ `);
}

/** For a terminal, which obeys control characters and turns letters around: everything else stays, blanks of all kinds too. */
export function showInTerminal(text: string): string {
  return text.replaceAll(/[[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]--[\t\n]]/gv, showCodePoint);
}

/** The same for a text that is not said yet: in all that was put into its sentences. */
export function showHiddenIn(text: Text): Text {
  return mapNames(text, showInLine);
}

/** True when a word mixes Latin letters with Cyrillic or Greek ones, as look-alike names do. */
export function hasLookAlikes(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\d]+/u).some((word) => LATIN.test(word) && LETTER_FROM_ELSEWHERE.test(word));
}

let emojiAndHidden: RegExp | undefined;
/** Whole emoji first, whose joiners are fine where they are. The sets of emoji take 10 ms to read, and few texts hide anything. */
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
