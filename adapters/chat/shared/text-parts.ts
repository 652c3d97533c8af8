/** Cuts a formatted text into parts that fit into a message, at line ends and spaces where there are any. */

/** A run of text in one format. */
export interface TextPiece<Style> {
  readonly style: Style;
  readonly text: string;
  /** The link's target; left out for everything but links. */
  readonly link?: string;
}

/**
 * The pieces in parts of at most `limit` UTF-16 code units each, none of them blank. Cuts at a line end, else a space, where there is
 * one; that goes.
 */
export function cutPieces<Style>(
  pieces: readonly TextPiece<Style>[],
  limit: number,
): readonly (readonly TextPiece<Style>[])[] {
  const text = pieces.map((piece) => piece.text).join('');
  return cutRanges(text, limit)
    .filter(([start, end]) => !isBlank(text.slice(start, end)))
    .map(([start, end]) => slicePieces(pieces, start, end));
}

/** Blanks of every kind: chats refuse such a message as empty. */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u.test(text);
}

function cutRanges(text: string, limit: number): readonly (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let start = 0;
  while (text.length - start > limit) {
    const end = findCut(text, start, limit);
    ranges.push([start, end]);
    // The line end or space at the cut belongs to neither part.
    start = /[ \n]/.test(text.charAt(end)) ? end + 1 : end;
  }
  return [...ranges, [start, text.length]];
}

/** The position of the next cut, in the second half of the limit; a hard cut never falls inside a character that people see as one. */
function findCut(text: string, start: number, limit: number): number {
  const window = text.slice(start, start + limit + 1);
  const earliest = Math.ceil(limit / 2);
  const line = window.lastIndexOf('\n');
  if (line >= earliest) return start + line;
  const space = window.lastIndexOf(' ');
  if (space >= earliest) return start + space;
  let end = start + limit;
  while (end > start + earliest && isInsideCharacter(text, end)) end -= 1;
  // A run of combining marks longer than half a message has to be cut; surrogate pairs stay whole at least.
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

function slicePieces<Style>(
  pieces: readonly TextPiece<Style>[],
  start: number,
  end: number,
): readonly TextPiece<Style>[] {
  const kept: TextPiece<Style>[] = [];
  let at = 0;
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (text !== '') kept.push({ ...piece, text });
    at += piece.text.length;
  }
  return kept;
}
