/** Marks what somebody put into a block quote: its lines begin with `> `, as they do where a quote is typed. */
import { z } from 'zod';

/** Offsets and lengths count UTF-16 units, as strings here do (Bot API, MessageEntity). */
export const entities = z
  .array(z.object({ type: z.string(), offset: z.number().int().min(0), length: z.number().int().min(0) }))
  .default([])
  .catch([]);

const QUOTES: readonly string[] = ['blockquote', 'expandable_blockquote'];

export function markQuotes(text: string, found: z.infer<typeof entities>): string {
  const quotes = found.filter(({ type }) => QUOTES.includes(type)).toSorted((one, other) => one.offset - other.offset);
  let marked = '';
  let at = 0;
  for (const { offset, length } of quotes) {
    const [from, to] = [Math.max(at, offset), Math.min(text.length, offset + length)];
    if (from >= to) continue;
    const before = text.slice(at, from);
    const quoted = text.slice(from, to).replace(/\n$/, '');
    const isOnItsOwn = `${marked}${before}` === '' || before.endsWith('\n') || (before === '' && marked.endsWith('\n'));
    marked += `${before}${isOnItsOwn ? '' : '\n'}${quoted.replaceAll(/^/gm, '> ')}`;
    at = to;
    if (at < text.length && text[at] !== '\n') marked += '\n';
  }
  return marked + text.slice(at);
}
