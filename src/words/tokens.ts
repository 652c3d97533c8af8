/** Estimates tokens of a text, on the high side, since no provider's tokenizer is available here. */

/** At least what current models count for prose, lists, code and other scripts; about a tenth to a third more than that. */
export function countTokens(text: string): number {
  let sum = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0x7f) sum += code > 0xffff ? 3 : code > 0x7ff ? 1.5 : 1;
    else if ((code >= 97 && code <= 122) || code === 32) sum += 0.27;
    else if (code >= 65 && code <= 90) sum += 0.4;
    else sum += 0.6;
  }
  return Math.ceil(sum);
}

/**
 * Cuts a text to about this many tokens, at the end of a line if possible; says how many lines are left out, and by `where` how to read them from
 * that line on.
 */
export function cutToTokens(text: string, most: number, where: (line: number) => string = () => ''): string {
  const lines = text.split('\n');
  let left = most;
  const kept = lines.findIndex((line) => {
    left -= countTokens(line) + 1;
    return left < 0;
  });
  if (kept < 0) return text;
  // A character takes at most one and a half tokens, or three when it has two units.
  const whole = kept === 0 ? [(lines[0] ?? '').slice(0, Math.floor(most / 1.5))] : lines.slice(0, kept);
  return [...whole, `(${lines.length - kept} more lines are left out${where(kept + 1)}.)`].join('\n');
}
