/** Keeps the form of a rewritten note, including parts that the model was not shown. */
import { hasFrontMatter, readFrontMatter } from './front-matter.ts';

/**
 * `before`: the present note; null for a new one. Keeps its byte order mark, its line ends, the properties at its top when the new text has none, the
 * blank lines below them, and the final line end.
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
