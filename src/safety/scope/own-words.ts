/** A goal without what others wrote in it: quoted, forwarded and pasted passages, and the paths of files that came with it. Pure, linear. */
import { withoutFiles } from '../../words/sent-files.ts';

/** From such a line on, the rest is somebody else's. */
const OTHERS_FROM_HERE =
  /^\s*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato)|begin forwarded message|anfang der weitergeleiteten nachricht|fwd?:|wg:|(?:from|von|de|da):\s|(?:on|am|le|el|il) .{3,200}(?:wrote|schrieb.{0,80}|a écrit|escribió|ha scritto)\s*:\s*$)/i;
const FENCE = /^\s*(?:```|~~~)/;
const QUOTED_LINE = /^\s*[>|│]/;

/** Opening and closing marks; an apostrophe within a word is none. */
const MARKS: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['‘', '’'],
  ['「', '」'],
  ['"', '"'],
  ['`', '`'],
];

export function ownWords(goal: string): string {
  const lines: string[] = [];
  let isFenced = false;
  for (const line of withoutFiles(goal).split('\n')) {
    if (OTHERS_FROM_HERE.test(line.slice(0, 400))) break;
    if (FENCE.test(line)) isFenced = !isFenced;
    else if (!isFenced && !QUOTED_LINE.test(line)) lines.push(line);
  }
  return withoutQuotes(lines.join('\n'));
}

/** One that is not closed again quotes all that follows. */
function withoutQuotes(text: string): string {
  let own = '';
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    const mark = MARKS.find(([open]) => open === sign);
    if (mark === undefined) {
      own += sign;
      at += 1;
      continue;
    }
    const [, close] = mark;
    const end = text.indexOf(close, at + 1);
    own += ' ';
    at = end < 0 ? text.length : end + 1;
  }
  return withoutSingleQuotes(own);
}

/** 'like this', but not in “don't”. */
function withoutSingleQuotes(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])'[^'\n]{0,2000}(?:'(?![\p{L}\p{N}])|$)/gmu, ' ');
}
