/**
 * What a person typed, out of what Slack makes of it: `&amp;` and its kind, links and mentions in angle brackets, emoji as `:names:`
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */

import { z } from 'zod';

/** Emoji stand by name in the text; which characters they were is only in the blocks beside it. */
const emojiElement = z.object({
  type: z.literal('emoji'),
  name: z.string(),
  unicode: z.string().regex(/^[0-9a-f]{1,6}(-[0-9a-f]{1,6}){0,12}$/i),
  skin_tone: z.number().int().optional(),
});

/** The text of a message. `blocks` as they came with it, of any shape. */
export function readTyped(text: string, blocks: unknown): string {
  const emoji = findEmoji(blocks, 0);
  const withLinks = text.replace(/<([^<>\n]*)>/g, (_whole, inside: string) => readAngle(inside));
  const typed = unescapeText(withLinks);
  return [...emoji].reduce((words, [name, characters]) => words.replaceAll(name, characters), typed);
}

/** The text behind a slash command: no links or mentions are made of it (the manifest says so), but it is escaped. */
export function unescapeText(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_whole, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'));
}

/** Takes the app's own mention from the beginning; null when the text does not begin with it. */
export function stripMention(text: string, botUserId: string): string | null {
  const match = /^\s*<@([A-Z0-9]+)(?:\|[^<>]*)?>[\s,:]*/.exec(text);
  return match !== null && match[1] === botUserId ? text.slice(match[0].length) : null;
}

/** `https://x.org`, `https://x.org|x.org`, `@U1|ann`, `#C1|general`, `!here`, `!subteam^S1|@team`, `!date^…|today`. */
function readAngle(inside: string): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : inside.slice(bar + 1);
  const kind = target.charAt(0);
  if (kind === '@' || kind === '#') return label === '' ? target : `${kind}${label.replace(/^[@#]/, '')}`;
  if (kind === '!') return label === '' ? `@${target.slice(1).split('^')[0]}` : label;
  if (label === '') return target.replace(/^(mailto|tel):/, '');
  // A label that Slack made is what was typed; any other label hides the link's target, which is added.
  const bare = target.replace(/^[a-z]+:(\/\/)?/i, '');
  return [target, bare, bare.replace(/\/$/, '')].includes(label) ? label : `${label} (${target})`;
}

function findEmoji(node: unknown, depth: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (depth > 8) return found;
  if (Array.isArray(node)) {
    for (const child of node) for (const [name, characters] of findEmoji(child, depth + 1)) found.set(name, characters);
    return found;
  }
  if (!(node instanceof Object)) return found;
  const { data: emoji } = emojiElement.safeParse(node);
  if (emoji !== undefined) {
    const tone = emoji.skin_tone === undefined ? '' : `:skin-tone-${emoji.skin_tone}:`;
    const points = emoji.unicode.split('-').map((point) => Number.parseInt(point, 16));
    if (points.every((point) => point <= 0x10ffff))
      found.set(`:${emoji.name}:${tone}`, String.fromCodePoint(...points));
    return found;
  }
  return 'elements' in node ? findEmoji(node.elements, depth + 1) : found;
}
