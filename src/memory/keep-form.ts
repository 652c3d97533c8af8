/** Keeps the form of a note that is written anew: what a model was not shown of the old one is not lost. */
import { hasFrontMatter, readFrontMatter } from './front-matter.ts';

/**
 * `before`: the note as it is; null for a new one. Kept are its byte order mark, its line ends, the properties at its top when the new
 * text has none of its own, the blank lines below them, and a line end at the very end.
 */
export function keepForm(before: string | null, text: string): string {
  if (before === null) return text;
  const { body } = readFrontMatter(before);
  const head = before.slice(0, before.length - body.length);
  const bare = text.replace(/^\ufeff/, '');
  const isWindows = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(before);
  const ended = /\n$/.test(before) && bare !== '' && !/\n$/.test(bare) ? `${bare}\n` : bare;
  const [blank = ''] = /^(?:\r?\n)*/.exec(body) ?? [];
  const whole = hasFrontMatter(bare)
    ? `${/^\ufeff?/.exec(before)?.[0] ?? ''}${ended}`
    : `${head}${/^\r?\n/.test(bare) ? '' : blank}${ended}`;
  return isWindows ? whole.replace(/\r?\n/g, '\r\n') : whole;
}
