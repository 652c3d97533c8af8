/** A coarse search for critical parts in text that cannot be parsed: it can raise a risk, never lower one. */
import { say } from '../../words/say.ts';
import type { Places } from '../places/places.ts';
import { type FoundDanger, findDanger, runsUnseen } from './danger.ts';
import { FETCHERS, INTERPRETERS } from './danger-list.ts';

const MAX_TEXT = 70_000;
const MAX_SEGMENTS = 400;

/** Programs that only stand before another one. */
const PREFIX =
  /^(?:sudo|doas|env|nohup|nice|time|command|builtin|exec|then|do|else|if|while|until|!|\{|\(|xargs|-\S*|[A-Za-z_]\w*=.*)$/;

/** The first critical thing; null when none is seen. Linear in the text. */
export function findRough(text: string, places: Places, bases: readonly string[]): FoundDanger | null {
  const source = text.slice(0, MAX_TEXT);
  if (isForkBomb(source)) return { rule: 'danger.fork-bomb', reason: say`It starts itself again and again` };
  let count = 0;
  let fetcher = '';
  for (const match of source.matchAll(/([^;&|\n(){}`]+)([;&|\n(){}`]*)/g)) {
    count += 1;
    if (count > MAX_SEGMENTS) return null;
    const words = wordsOf(match[1] ?? '');
    const start = words.findIndex((word) => !PREFIX.test(word));
    const command = start < 0 ? words : words.slice(start);
    const name = nameOf(command[0] ?? '');
    const found = findDanger(
      { name, isProgram: true, args: command.slice(1, 60), upstream: fetcher === '' ? [] : [fetcher] },
      places,
      bases,
    );
    if (found !== null) return found;
    if (fetcher !== '' && INTERPRETERS.test(name))
      return { rule: 'danger.fetch-and-run', reason: runsUnseen(fetcher, name) };
    const goesOn = match[2] === '|' || match[2] === '|&';
    if (!goesOn) fetcher = '';
    else if (FETCHERS.test(name)) fetcher = name;
  }
  return null;
}

function wordsOf(segment: string): readonly string[] {
  return segment
    .slice(0, 4000)
    .replaceAll(/\\\n/g, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/["'\\,[\]]/g, ''))
    .filter((word) => word !== '')
    .slice(0, 80);
}

/** A function whose body pipes into itself. */
function isForkBomb(source: string): boolean {
  const match = /([\w:.]{1,20})\s{0,3}\(\)\s{0,3}\{([^}]{0,200})\}/.exec(source);
  const [, name, body] = match ?? [];
  return name !== undefined && body !== undefined && body.split(name).length > 2 && /[|&]/.test(body);
}

function nameOf(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
