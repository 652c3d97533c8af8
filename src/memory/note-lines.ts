/** Adds and takes lines in a note without touching any other byte of it. */

/** Words for one line of a note: nothing in them makes a link, a tag, a comment or a line of its own. */
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
  const at = findLine(text, heading);
  if (at === -1) {
    const gap =
      text === '' || text.endsWith(`${newline}${newline}`)
        ? ''
        : text.endsWith('\n')
          ? newline
          : `${newline}${newline}`;
    return `${text}${gap}${heading}${newline}${newline}${line}${newline}`;
  }
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const bodyAt = Math.min(text.length, at + heading.length + newline.length);
  const next = new RegExp(`^#{1,${level}} `, 'm').exec(text.slice(bodyAt));
  const end = next === null ? text.length : bodyAt + next.index;
  const section = text.slice(bodyAt, end);
  const kept = section.trimEnd();
  const rest = section.slice(kept.length);
  const before =
    kept === ''
      ? `${text.slice(0, bodyAt)}${text.slice(0, bodyAt).endsWith('\n') ? '' : newline}${newline}`
      : `${text.slice(0, bodyAt)}${kept}${newline}`;
  // A blank line stays between the section and the next heading.
  const after = next === null ? rest.replace(/^\r?\n/, '') : kept === '' ? newline : rest.replace(/^\r?\n/, '');
  return `${before}${line}${newline}${after}${text.slice(end)}`;
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

/** Where this very line begins; -1. */
function findLine(text: string, line: string): number {
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    const startsLine = at === 0 || text[at - 1] === '\n';
    if (startsLine && /^[ \t]*(?:\r?\n|$)/.test(text.slice(at + line.length))) return at;
  }
  return -1;
}
