/** Spans → Telegram's HTML, in parts that fit. */

import type { OutboundMessage, Span } from '../../../src/ports/chat.ts';

/**
 * Telegram counts code points after the tags are gone (https://core.telegram.org/bots/api#sendmessage); counting UTF-16 code units
 * as we do is never more.
 */
export const MAX_TEXT = 4_096;
export const MAX_CAPTION = 1_024;
/** The server refuses longer sources whatever the text (telegram-bot-api, Client.cpp); 10 % kept in hand. */
const MAX_SOURCE_BYTES = 29_000;

interface Piece {
  readonly tag: '' | 'b' | 'code' | 'pre' | 'i';
  readonly text: string;
}

/** HTML of the spans in parts of at most `limit` characters each, none of them blank. Cuts at a line end, else a space, where there is one. */
export function renderParts(spans: readonly Span[], limit: number): readonly string[] {
  const pieces = toPieces(spans);
  const text = pieces.map((piece) => piece.text).join('');
  return cutRanges(text, limit)
    .filter(([start, end]) => !isBlank(text.slice(start, end)))
    .map(([start, end]) => toHtml(slicePieces(pieces, start, end)));
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
    if (typeof span === 'string') return { tag: '', text: span.toWellFormed() };
    if ('bold' in span) return { tag: 'b', text: span.bold.toWellFormed() };
    if ('code' in span) return { tag: 'code', text: span.code.toWellFormed() };
    if ('block' in span) return { tag: 'pre', text: span.block.toWellFormed() };
    return { tag: 'i', text: span.quiet.toWellFormed() };
  });
}

/** Blanks of every kind, which Telegram refuses as an empty message. */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u.test(text);
}

function cutRanges(text: string, limit: number): readonly (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let start = 0;
  while (text.length - start > limit) {
    const end = findCut(text, start, limit);
    ranges.push([start, end]);
    // The line end or space at the cut is where the parts part; it goes.
    start = /[ \n]/.test(text.charAt(end)) ? end + 1 : end;
  }
  return [...ranges, [start, text.length]];
}

/** In the second half of what fits; a hard cut never falls inside a character that people see as one. */
function findCut(text: string, start: number, limit: number): number {
  const window = text.slice(start, start + limit + 1);
  const earliest = Math.ceil(limit / 2);
  const line = window.lastIndexOf('\n');
  if (line >= earliest) return start + line;
  const space = window.lastIndexOf(' ');
  if (space >= earliest) return start + space;
  let end = start + limit;
  while (end > start + earliest && isInsideCharacter(text, end)) end -= 1;
  // A run of marks longer than half a message: at least no half of a pair is torn off.
  return end > start + earliest ? end : start + limit - (isLowSurrogate(text, start + limit) ? 1 : 0);
}

function isInsideCharacter(text: string, at: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isJoined = next === '\u200d' || text.charAt(at - 1) === '\u200d';
  return isLowSurrogate(text, at) || isJoined || /^[\p{M}\p{Emoji_Modifier}]/u.test(next);
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function slicePieces(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  const kept: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (text !== '') kept.push({ ...piece, text });
    at += piece.text.length;
  }
  return kept;
}

function toHtml(pieces: readonly Piece[]): string {
  const html = pieces
    .map(({ tag, text }) => (tag === '' ? escapeHtml(text) : `<${tag}>${escapeHtml(text)}</${tag}>`))
    .join('');
  if (Buffer.byteLength(html) <= MAX_SOURCE_BYTES) return html;
  return escapeHtml(pieces.map((piece) => piece.text).join(''));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
