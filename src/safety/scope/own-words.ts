/** A goal without other people's words: quoted, forwarded and pasted passages, and paths of attached files. Pure, linear. */
import { withoutFiles } from '../../words/sent-files.ts';

/** Lines after which the rest is somebody else's: headers of mails, and of messages copied from a chat. */
const OTHERS_FROM_HERE: readonly RegExp[] = [
  /^\s*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato)|[-_=*~]{3,}\s*$|begin forwarded message|anfang der weitergeleiteten nachricht|fwd?:|wg:|\*{0,2}(?:from|von|de|da)\*{0,2}:)/i,
  /^\s*(?:forwarded from|weitergeleitet von|transféré de|reenviado de|inoltrato da)(?!\p{L})/iu,
  /^\s*\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}[:.]\d{2}/,
  /^\s*\[\d{1,2}[:.]\d{2}/,
  /^[^:\n]{1,80},\s*\[[^\]\n]{4,40}\]:?\s*$/,
];
/** A name and a clock time, with the message in the next line. */
const SPEAKER = /^\s*\p{L}[^\d\n]{0,60}\s(?:\w+ at )?\d{1,2}:\d{2}(?:\s?[ap]m)?\s*$/iu;
/** Phrases that introduce what somebody else said. */
const REPORTS =
  /(?<!\p{L})(?:wrote|writes|written by \S+|says|said|asks|asked(?: me)?|told me|schrieb|schreibt|geschrieben|sagt|sagte|gesagt|meint|meinte|bittet|bat|a écrit|écrit|dit|a dit|escribió|escribe|dice|dijo|ha scritto|scrive|ha detto)(?:\s+[\p{L}.@<>-]{1,40}){0,3}\s*[:：]|<\/?(?:block)?quote|\[\/?quote/iu;
const FENCE = /^\s*(?:```|~~~)/;
const QUOTED_LINE = /^\s*[>|│]/;

/** Opening and closing marks; straight and single ones are handled separately. */
const MARKS: Readonly<Record<string, string>> = {
  '“': '”',
  '”': '”',
  '„': '“”‟"',
  '‟': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '‘': '’',
  '‚': '‘’',
  '‛': '’',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
  '〝': '〞〟',
  '"': '"',
  '＂': '＂',
  '`': '`',
  '´': '´',
};
const ANY_MARK = /["“”„‟‘‚‛«»‹›「」『』《》〈〉〝〞〟＂`´]/;
const LETTER = /[\p{L}\p{N}]/u;

/** Passages that cannot be attributed count as somebody else's. */
export function ownWords(goal: string): string {
  const lines: string[] = [];
  let isFenced = false;
  const all = withoutFiles(goal).split('\n');
  for (const [at, line] of all.entries()) {
    const start = line.slice(0, 400);
    if (OTHERS_FROM_HERE.some((head) => head.test(start)) || isReply(start, all[at + 1])) break;
    if (SPEAKER.test(start) && (all[at + 1] ?? '').trim() !== '') break;
    if (FENCE.test(line)) isFenced = !isFenced;
    else if (!isFenced && !QUOTED_LINE.test(line)) {
      const report = REPORTS.exec(line);
      lines.push(report === null ? line : line.slice(0, report.index));
      if (report !== null) break;
    }
  }
  return withoutSingleQuotes(withoutQuotes(lines.join('\n')));
}

/** “On Monday, Eve wrote:”, also broken into two lines. */
function isReply(line: string, next: string | undefined): boolean {
  const starts = /^\s*(?:on|am|le|el|il) .{3,}/i.test(line);
  return (
    starts && /^\s*(?:wrote|schrieb|a écrit|escribió|ha scritto)\b[^\n]{0,80}:\s*$/i.test((next ?? '').slice(0, 400))
  );
}

/** Removes quotations. An unclosed one extends to the end; nested ones extend to the last mark. */
function withoutQuotes(text: string): string {
  let own = '';
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    const closing = Object.hasOwn(MARKS, sign) ? (MARKS[sign] ?? '') : '';
    if (closing === '') {
      own += sign;
      at += 1;
      continue;
    }
    own += ' ';
    const end = indexOfAny(text, closing, at + 1);
    if (end < 0) return own;
    const isClear = !ANY_MARK.test(text.slice(at + 1, end)) && !LETTER.test(text.charAt(end + 1));
    at = (isClear ? end : lastMark(text)) + 1;
  }
  return own;
}

function indexOfAny(text: string, signs: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (signs.includes(text.charAt(at))) return at;
  return -1;
}

function lastMark(text: string): number {
  for (let at = text.length - 1; at >= 0; at -= 1) if (ANY_MARK.test(text.charAt(at))) return at;
  return text.length;
}

/** 'like this', but not in “don’t”; also over several lines. */
function withoutSingleQuotes(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])['’](?=\S)(?:(?!['’](?![\p{L}\p{N}]))[\s\S])*(?:['’]|$)/gu, ' ');
}
