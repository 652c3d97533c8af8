/** What the person told Deskhand to remember: lines of the standing instructions, in their own words. */

import { findTerms } from '../words/terms.ts';
import { addLine, dropLines } from './note-lines.ts';

/** Deskhand's form of a line, so that the person's other lines are never removed. */
const REMEMBERED = /^- (.+) \(remembered (\d{4}-\d\d-\d\d)\)$/;

/** `day`: YYYY-MM-DD. The same words are not written twice. */
export function addRemembered(text: string | null, words: string, day: string): string {
  const whole = text ?? '# Standing instructions\n';
  if (listRemembered(whole).includes(words)) return whole;
  return addLine(whole, `- ${words} (remembered ${day})`);
}

/** In the person's words, oldest first. */
export function listRemembered(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => REMEMBERED.exec(line.replace(/\r$/, ''))?.[1] ?? []);
}

/** Those that hold all words of `wanted`. */
export function findRemembered(text: string, wanted: string): readonly string[] {
  const terms = findTerms(wanted);
  return listRemembered(text).filter((line) => {
    if (line.toLowerCase().includes(wanted.toLowerCase())) return true;
    const has = new Set(findTerms(line));
    return terms.length > 0 && terms.every((term) => has.has(term));
  });
}

export function dropRemembered(text: string, words: string): string {
  return dropLines(text, (line) => REMEMBERED.exec(line)?.[1] === words);
}
