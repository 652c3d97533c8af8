/** Edits of a file's text, kept exact: line ends, a missing last one, everything that is not touched. Pure. */
import { say, type Text } from '../../src/words/say.ts';

export type Edit =
  | { readonly ok: true; readonly text: string }
  /** `why` is for the model: what to send instead. */
  | { readonly ok: false; readonly why: Text };

const LINES_NAMED = 10;

/** Replaces the one place where `old` stands. In a file whose lines all end in CR LF, line ends of both texts mean those. */
export function replaceOnce(text: string, old: string, replacement: string): Edit {
  const wanted = text.includes(old) ? old : withLineEnds(old, text);
  const places = findAll(text, wanted);
  const first = places[0];
  if (first === undefined)
    return { ok: false, why: say`that text does not occur in it; view the file and copy it exactly` };
  if (places.length > 1) {
    const lines = [...new Set(places.map((at) => lineOf(text, at)))];
    const named = `${lines.slice(0, LINES_NAMED).join(', ')}${lines.length > LINES_NAMED ? ', …' : ''}`;
    return {
      ok: false,
      why: say`that text occurs ${places.length} times (line ${named}); take in more around the one you mean`,
    };
  }
  const inserted = withLineEnds(replacement, text);
  return { ok: true, text: text.slice(0, first) + inserted + text.slice(first + wanted.length) };
}

/** Puts `added` on lines of its own after line `line` (0: at the top). A last line without an end stays without one. */
export function insertAfterLine(text: string, line: number, added: string): Edit {
  const ends = lineEnds(text);
  if (line > ends.length) {
    return { ok: false, why: say`it has ${ends.length} lines; a line from 0 to ${ends.length} is needed` };
  }
  const end = hasOnlyCrLf(text) ? '\r\n' : '\n';
  const exact = withLineEnds(added, text);
  const lines = exact.endsWith('\n') ? exact : exact + end;
  const at = line === 0 ? 0 : (ends[line - 1] ?? 0);
  if (at > 0 && at === text.length && !text.endsWith('\n')) {
    // A text without a final line end stays so, except for an empty last line, which shows only by its line end.
    const open = lines.replace(/\r?\n$/, '');
    return { ok: true, text: text + end + (/(^|\n)$/.test(open) ? lines : open) };
  }
  return { ok: true, text: text.slice(0, at) + lines + text.slice(at) };
}

/** The lines of a text without their ends; an end at its very end begins no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

export function hasOnlyCrLf(text: string): boolean {
  return text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
}

/** Where each line ends, its newline counted in. */
function lineEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at + 1);
  if ((ends.at(-1) ?? 0) < text.length) ends.push(text.length);
  return ends;
}

/** Start positions of all occurrences, overlapping ones too: either could be meant. */
function findAll(text: string, wanted: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function withLineEnds(added: string, text: string): string {
  return hasOnlyCrLf(text) ? added.replace(/\r?\n/g, '\r\n') : added;
}
