/** Makes what hides in a text visible before a person approves it. */
import { mapNames, type Text } from './say.ts';

/** Whole emoji first, whose joiners are fine where they are; then what shows nothing, or shows a blank that is not the space bar's. */
const EMOJI_OR_HIDDEN = /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u{2800}]/gv;
const PLAIN = /^(?:\p{RGI_Emoji}|[ \t\n])$/v;
const LETTER_FROM_ELSEWHERE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Hidden characters as `⟨U+202E⟩`; space, tab, newline and emoji stay. */
export function showHidden(text: string): string {
  return text.replace(EMOJI_OR_HIDDEN, (found) => (PLAIN.test(found) ? found : `⟨U+${codePointName(found)}⟩`));
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
  return text.replaceAll(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (found) =>
    PLAIN.test(found) ? found : `⟨U+${codePointName(found)}⟩`,
  );
}

/** The same for a text that is not said yet: in all that was put into its sentences. */
export function showHiddenIn(text: Text): Text {
  return mapNames(text, showInLine);
}

/** True when a word mixes Latin letters with Cyrillic or Greek ones, as look-alike names do. */
export function hasLookAlikes(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\d]+/u).some((word) => LATIN.test(word) && LETTER_FROM_ELSEWHERE.test(word));
}

function codePointName(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
