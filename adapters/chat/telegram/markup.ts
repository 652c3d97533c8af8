/** Spans → Telegram's HTML, in parts that fit. */

import type { OutboundMessage, Span } from '../../../src/ports/chat.ts';
import { cutPieces, type TextPiece } from '../shared/text-parts.ts';

/**
 * Telegram counts code points after the tags are gone (https://core.telegram.org/bots/api#sendmessage); counting UTF-16 code units
 * as we do is never more.
 */
export const MAX_TEXT = 4_096;
export const MAX_CAPTION = 1_024;
/** The server refuses longer sources whatever the text (telegram-bot-api, Client.cpp); 10 % kept in hand. */
const MAX_SOURCE_BYTES = 29_000;

type Piece = TextPiece<'' | 'b' | 'code' | 'pre' | 'i' | 'a'>;

/** HTML of the spans in parts of at most `limit` characters each, none of them blank. Cuts at a line end, else a space, where there is one. */
export function renderParts(spans: readonly Span[], limit: number): readonly string[] {
  return cutPieces(toPieces(spans), limit).map(toHtml);
}

/** The same in at most `count` parts; a cut shows as `…`. */
export function renderAtMost(spans: readonly Span[], limit: number, count: number): readonly string[] {
  const whole = renderParts(spans, limit);
  if (whole.length <= count) return whole;
  const shorter = renderParts(spans, limit - 1).slice(0, count);
  return shorter.map((html, index) => (index === count - 1 ? `${html}…` : html));
}

/** HTML of as much as fits into one part; '' when there is nothing to see. */
export function renderCut(spans: readonly Span[], limit: number): string {
  return renderAtMost(spans, limit, 1)[0] ?? '';
}

/** Whether the spans fit into one part. */
export function fits(spans: readonly Span[], limit: number): boolean {
  return renderParts(spans, limit).length <= 1;
}

/** The words for a caption. Telegram has no place for a picture's description: a picture without words has it as its caption. */
export function captionOf({ text, picture, pictureAlt }: OutboundMessage): string {
  const words = renderCut(text, MAX_CAPTION);
  return words === '' && picture !== null ? renderCut([pictureAlt], MAX_CAPTION) : words;
}

function toPieces(spans: readonly Span[]): readonly Piece[] {
  return spans.map((span): Piece => {
    if (typeof span === 'string') return { style: '', text: span.toWellFormed() };
    if ('bold' in span) return { style: 'b', text: span.bold.toWellFormed() };
    if ('code' in span) return { style: 'code', text: span.code.toWellFormed() };
    if ('block' in span) return { style: 'pre', text: span.block.toWellFormed() };
    if ('link' in span) return { style: 'a', text: span.label.toWellFormed(), link: span.link };
    return { style: 'i', text: span.quiet.toWellFormed() };
  });
}

function toHtml(pieces: readonly Piece[]): string {
  const html = pieces
    .map(({ style, text, link }) => {
      const opening = link === undefined ? style : `a href="${escapeHtml(link).replaceAll('"', '&quot;')}"`;
      return style === '' ? escapeHtml(text) : `<${opening}>${escapeHtml(text)}</${style}>`;
    })
    .join('');
  if (Buffer.byteLength(html) <= MAX_SOURCE_BYTES) return html;
  return escapeHtml(pieces.map((piece) => piece.text).join(''));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
