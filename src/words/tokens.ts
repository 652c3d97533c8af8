/** How many tokens a text may take: counted on the high side, since no provider's own tokenizer is at hand. */

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

/** At most about so many, cut at the end of a line where that leaves something; says how many lines are left out, and `where` they are from that line on. */
export function cutToTokens(text: string, most: number, where: (line: number) => string = () => ''): string {
  const lines = text.split('\n');
  let left = most;
  const kept = lines.findIndex((line) => {
    left -= countTokens(line) + 1;
    return left < 0;
  });
  if (kept < 0) return text;
  // A sign takes one and a half at most, or three where it is two units long.
  const whole = kept === 0 ? [(lines[0] ?? '').slice(0, Math.floor(most / 1.5))] : lines.slice(0, kept);
  return [...whole, `(${lines.length - kept} more lines are left out${where(kept + 1)}.)`].join('\n');
}
