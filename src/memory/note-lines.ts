/** Adds and removes lines of a note without changing any other byte. */

/** A safe line for a note: no links, tags, comments or line breaks. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\[\[/g, '[ [')
    .replace(/%%/g, '% %')
    .replace(/(^|\s)#(?=\p{L})/gu, '$1\\#')
    .replace(/[<>]/g, (sign) => (sign === '<' ? '‹' : '›'))
    .trim();
}

/** The note with `line` at the end of the section under `heading` ("## Deskhand"), which is made at the end when it is not there. */
export function addToSection(text: string, heading: string, line: string): string {
  const newline = newlineOf(text);
  const headings = listHeadings(text);
  const own = headings.find((one) => one.words === heading);
  if (own === undefined) {
    const gap =
      text === '' || text.endsWith(`${newline}${newline}`)
        ? ''
        : text.endsWith('\n')
          ? newline
          : `${newline}${newline}`;
    return `${text}${gap}${heading}${newline}${newline}${line}${newline}`;
  }
  const end = headings.find(({ at, level }) => at > own.at && level <= own.level)?.at ?? text.length;
  const section = text.slice(own.end, end);
  const [kept = ''] = /^[\s\S]*\S[^\n]*\n?/.exec(section) ?? [];
  if (kept === '') {
    const before = `${text.slice(0, own.end)}${text.slice(0, own.end).endsWith('\n') ? '' : newline}${newline}`;
    const after = end === text.length ? section.replace(/^\r?\n/, '') : newline;
    return `${before}${line}${newline}${after}${text.slice(end)}`;
  }
  const before = `${text.slice(0, own.end)}${kept}${kept.endsWith('\n') ? '' : newline}`;
  return `${before}${line}${newline}${section.slice(kept.length)}${text.slice(end)}`;
}

/** The note with `line` at its end. */
export function addLine(text: string, line: string): string {
  const newline = newlineOf(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${line}${newline}`;
}

/** The note without the lines that match; all others stay as they are. */
export function dropLines(text: string, isDropped: (line: string) => boolean): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.filter((line) => !isDropped(line.replace(/\r?\n$/, ''))).join('');
}

/** The note with at most `most` of the lines that match, the newest (last) ones. */
export function keepLast(text: string, isCounted: (line: string) => boolean, most: number): string {
  const count = text.split('\n').filter((line) => isCounted(line.replace(/\r$/, ''))).length;
  let extra = count - most;
  return extra <= 0 ? text : dropLines(text, (line) => isCounted(line) && extra-- > 0);
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

interface Heading {
  /** The heading's line, without trailing blanks. */
  readonly words: string;
  readonly level: number;
  /** Start of its line, and of the next one. */
  readonly at: number;
  readonly end: number;
}

/** Lines inside a code block are no headings. */
function listHeadings(text: string): readonly Heading[] {
  const found: Heading[] = [];
  let at = 0;
  let fence = '';
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== '' && marks.startsWith(fence)) fence = '';
    else if (fence === '') fence = marks;
    const [, signs] = /^(#{1,6}) /.exec(line) ?? [];
    if (signs !== undefined && fence === '')
      found.push({ words: line.trimEnd(), level: signs.length, at, end: at + line.length });
    at += line.length;
  }
  return found;
}
