/** What people say around a wish: it is no part of it. */

const BEFORE = [
  /^(?:hey|hi|hello|hallo|ok|okay)(?:[\s,!]+deskhand)?[\s,!]+/i,
  /^deskhand[\s,:]+/i,
  /^(?:can|could|would|will)\s+you\s+(?:please\s+|kindly\s+|just\s+)?/i,
  /^(?:please|pls)\s+/i,
  /^i(?:\s+would|['’]d)\s+like\s+(?:you\s+)?to\s+/i,
  /^i\s+want\s+(?:you\s+)?to\s+/i,
  /^(?:kannst|könntest|würdest|magst)\s+du\s+(?:bitte\s+|mal\s+)*/i,
  /^bitte\s+/i,
];
/** German puts it anywhere. */
const BETWEEN = /\s+bitte(?=\s)/gi;
const AFTER = [/[\s,]+(?:please|pls|for\s+me|thanks|thank\s+you|bitte|für\s+mich|danke)\s*[.!?]*$/i];

/** The wish alone; the same text when nothing is around it. Its own words stay as they are. */
export function withoutCourtesy(goal: string): string {
  let text = goal.trim().replace(BETWEEN, '');
  for (;;) {
    const shorter = [...BEFORE, ...AFTER].reduce((rest, pattern) => rest.replace(pattern, ''), text);
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
