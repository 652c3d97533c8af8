/** Which texts can be typed exactly, character by character. */

/** Two keys that a person may press; all other control characters are not text. */
const TEXT_CONTROLS: readonly string[] = ['\t', '\n'];

/** Why it cannot be; null when it can. */
export function whyUntypeable(text: string): string | null {
  if (!text.isWellFormed()) return 'the text contains half a character (an unpaired surrogate)';
  for (const character of text) {
    if (!/\p{Cc}/u.test(character) || TEXT_CONTROLS.includes(character)) continue;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `the text contains the control character U+${code}; only tab and newline can be typed, other keys go by "key"`;
  }
  return null;
}
