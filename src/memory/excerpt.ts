/** Cuts a note to the parts that fit a goal, within a number of tokens. */

import { findTerms } from '../words/terms.ts';
import { countTokens } from '../words/tokens.ts';

export interface ExcerptRequest {
  readonly text: string;
  /** The goal's terms. */
  readonly wanted: ReadonlySet<string>;
  readonly tokens: number;
  /** Where to begin when nothing matches better: in a log the newest lines are at the end. */
  readonly prefers: 'start' | 'end';
}

const LEFT_OUT = '[…]\n';
/** Lists and logs have no blank lines: this many lines stay together. */
const LINES_TOGETHER = 8;

/** The whole text when it fits; else whole paragraphs in their order, with a mark where something was left out; '' when none fits. */
export function cutToFit({ text, wanted, tokens, prefers }: ExcerptRequest): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (countTokens(whole) <= tokens) return whole;
  const parts = splitParts(whole);
  const order = parts
    .map((part, index) => ({ part, index, score: countWanted(part, wanted) }))
    .toSorted(
      (one, other) =>
        other.score - one.score || (prefers === 'start' ? one.index - other.index : other.index - one.index),
    );
  const taken = new Set<number>();
  let left = tokens;
  for (const { part, index } of order) {
    const cost = countTokens(part) + countTokens(LEFT_OUT);
    if (cost > left) continue;
    left -= cost;
    taken.add(index);
  }
  if (taken.size === 0) return '';
  const shown = parts.map((part, index) => (taken.has(index) ? part : LEFT_OUT));
  return shown.filter((part, index) => part !== LEFT_OUT || shown[index - 1] !== LEFT_OUT).join('');
}

/** Paragraphs, a heading with what follows it, long lists in pieces. */
function splitParts(text: string): readonly string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let isOnlyHeading = false;
  const close = (): void => {
    if (lines.length > 0) parts.push(`${lines.join('\n')}\n`);
    lines = [];
  };
  for (const line of text.split('\n').slice(0, -1)) {
    const isHeading = /^#{1,6} /.test(line);
    const isBlank = line.trim() === '';
    if (isHeading || (lines.length >= LINES_TOGETHER && !isOnlyHeading)) close();
    lines.push(line);
    if (isHeading) isOnlyHeading = true;
    else if (!isBlank) isOnlyHeading = false;
    if (isBlank && !isOnlyHeading) close();
  }
  close();
  return parts;
}

function countWanted(part: string, wanted: ReadonlySet<string>): number {
  return new Set(findTerms(part).filter((term) => wanted.has(term))).size;
}
