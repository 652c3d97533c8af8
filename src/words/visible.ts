/** Makes what hides in a text visible before a person approves it. */

/** Whole emoji first, whose joiners are fine where they are; then what shows nothing, or shows a blank that is not the space bar's. */
const EMOJI_OR_HIDDEN = /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u{2800}]/gv;
const PLAIN = /^(?:\p{RGI_Emoji}|[ \t\n])$/v;
const LETTER_FROM_ELSEWHERE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Hidden characters as `⟨U+202E⟩`; space, tab, newline and emoji stay. */
export function showHidden(text: string): string {
  return text.replace(EMOJI_OR_HIDDEN, (found) => (PLAIN.test(found) ? found : `⟨U+${codePointName(found)}⟩`));
}

/** True when a word mixes Latin letters with Cyrillic or Greek ones, as look-alike names do. */
export function hasLookAlikes(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\d]+/u).some((word) => LATIN.test(word) && LETTER_FROM_ELSEWHERE.test(word));
}

function codePointName(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
