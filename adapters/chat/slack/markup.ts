/**
 * Spans → Slack's rich text, in parts that fit into a message.
 *
 * Rich text is a tree, not a notation: nothing in a stretch of text is read as a mention, a link, a channel or a format, and every
 * character is shown as it is. (mrkdwn has no way to show `*a*` to the letter.) mrkdwn is left for the line that notifications show and
 * for the words beside a file; there `escapeMrkdwn` keeps mentions and links out.
 */

import type { types } from '@slack/bolt';
import type { Span } from '../../../src/ports/chat.ts';
import { cutPieces, type TextPiece } from '../shared/text-parts.ts';

type TextStyle = 'plain' | 'bold' | 'code' | 'block' | 'italic' | 'link';
export type Piece = TextPiece<TextStyle>;

/** As for a section (https://docs.slack.dev/reference/block-kit/blocks/section-block); rich text has no documented limit. */
const MAX_BLOCK = 3_000;
/** Characters a message; far below the limit that is counted in JSON, so that ordinary texts are never weighed twice. */
const MAX_MESSAGE = 8_000;
/**
 * A message's blocks together, as JSON: about 13,200 characters are refused as `msg_blocks_too_long`, undocumented and measured by others
 * (slackapi/bolt-js issues 2509, 2867). The rest is kept for pictures and buttons.
 */
const MAX_WEIGHT = 10_000;
/** Parts with a lower limit than this are not halved again: that would hardly make their JSON shorter. */
const MIN_LIMIT = 100;
/** Slack cuts what is longer (https://docs.slack.dev/reference/methods/chat.postMessage); notifications show far less. */
const MAX_FALLBACK = 3_000;

/** The text in parts, one message each; none when there is nothing to see. */
export function cutText(spans: readonly Span[], limit = MAX_MESSAGE): readonly (readonly Piece[])[] {
  return cutByWeight(spans.map(toPiece), limit);
}

/** Cuts by the length of the JSON: escaped characters and many short runs make it longer than the text. */
function cutByWeight(pieces: readonly Piece[], limit: number): readonly (readonly Piece[])[] {
  return cutPieces(pieces, limit).flatMap((part) => {
    const isLight = JSON.stringify(toBlocks(part)).length <= MAX_WEIGHT || limit < MIN_LIMIT;
    return isLight ? [part] : cutByWeight(part, Math.ceil(limit / 2));
  });
}

/** As much as fits into one message; a cut shows as `…`. */
export function cutToOne(spans: readonly Span[], limit = MAX_MESSAGE): readonly Piece[] | null {
  const whole = cutText(spans, limit);
  if (whole.length <= 1) return whole[0] ?? null;
  const [first = []] = whole;
  return [...first, { style: 'plain', text: '…' }];
}

/** Rich text blocks of a part, each within what a block may hold. */
export function toBlocks(pieces: readonly Piece[]): readonly types.RichTextBlock[] {
  return cutPieces(pieces, MAX_BLOCK).map((part) => ({ type: 'rich_text', elements: toElements(part) }));
}

/** What a notification and a screen reader say; mrkdwn, escaped. */
export function toFallback(pieces: readonly Piece[]): string {
  const text = pieces.map((piece) => piece.text).join('');
  const short = text.length > MAX_FALLBACK ? `${text.slice(0, MAX_FALLBACK).toWellFormed()}…` : text;
  return escapeMrkdwn(short);
}

/** The only escapes there are; they keep mentions (`<@U1>`, `<!here>`), channels and links from being read. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toPiece(span: Span): Piece {
  if (typeof span === 'string') return { style: 'plain', text: span.toWellFormed() };
  if ('bold' in span) return { style: 'bold', text: span.bold.toWellFormed() };
  if ('code' in span) return { style: 'code', text: span.code.toWellFormed() };
  if ('block' in span) return { style: 'block', text: span.block.toWellFormed() };
  if ('link' in span) return { style: 'link', text: span.label.toWellFormed(), link: span.link };
  return { style: 'italic', text: span.quiet.toWellFormed() };
}

function toElements(pieces: readonly Piece[]): types.RichTextBlock['elements'] {
  const elements: types.RichTextBlock['elements'] = [];
  let line: (types.RichTextText | types.RichTextLink)[] = [];
  const endLine = (): void => {
    if (line.length > 0) elements.push({ type: 'rich_text_section', elements: line });
    line = [];
  };
  for (const [index, piece] of pieces.entries()) {
    if (piece.style === 'block') {
      endLine();
      elements.push({ type: 'rich_text_preformatted', elements: [{ type: 'text', text: piece.text }] });
      continue;
    }
    // A box stands on its own line anyway: the line end beside it would be an empty line.
    const afterBox = pieces[index - 1]?.style === 'block' ? piece.text.replace(/^\n/, '') : piece.text;
    const text = pieces[index + 1]?.style === 'block' ? afterBox.replace(/\n$/, '') : afterBox;
    if (text === '') continue;
    line.push(
      piece.link === undefined
        ? { type: 'text', text, ...styleOf(piece.style) }
        : { type: 'link', url: piece.link, text },
    );
  }
  endLine();
  return elements;
}

function styleOf(style: TextStyle): Pick<types.RichTextText, 'style'> {
  switch (style) {
    case 'bold':
      return { style: { bold: true } };
    case 'code':
      return { style: { code: true } };
    case 'italic':
      return { style: { italic: true } };
    default:
      return {};
  }
}
