/** What a command printed, with its exit code and the notes beside it: as the model is told, and as a person is. Pure. */
import { capital, join, say, type Text } from './say.ts';
import { english } from './speak.ts';

/** Half a sentence of what the command did not get, or what became of its files. */
export interface CommandNote {
  readonly text: Text;
  /** Nothing that a person who asked for something else need know. */
  readonly isForModel?: boolean | undefined;
}

/** Notes that stand in one line together. */
export type NoteLine = readonly CommandNote[];

/** What came of a command that was run. */
export interface CommandResult {
  /** null when it was ended from outside. */
  readonly exitCode: number | null;
  /** What it printed, without blank lines at its end; '' for nothing. */
  readonly output: Text;
  readonly notes: readonly NoteLine[];
}

/** How many characters the model is told beside the output, line breaks counted. */
export function lengthOfNotes(notes: readonly NoteLine[]): number {
  return notes.reduce((length, line) => length + english(bracketed(line)).length + 1, 0);
}

/** A line of notes as the model is told it; '' for none. */
function bracketed(line: NoteLine): Text {
  if (line.length === 0) return '';
  const notes = line.map(({ text }) => text);
  return join(['[', join(notes, '; '), ']'], '');
}

/** For the model: each line of notes on one of its own below the output, which is whole where there are any. */
export function withNotes(output: Text, notes: readonly NoteLine[]): Text {
  const lines = notes.map(bracketed).filter((line) => line !== '');
  if (lines.length === 0) return trimEnd(output);
  if (output === '') return join(lines, '\n');
  return join([changeEnd(output, (end) => end.replace(/\n$/, '')), ...lines], '\n');
}

/** For a person: what of the notes matters to them, a sentence a line. */
export function sayNotes(notes: readonly NoteLine[]): readonly Text[] {
  return notes.flatMap((line) => {
    const mattering = line.flatMap(({ text, isForModel }) => (isForModel === true ? [] : [text]));
    return mattering.length === 0 ? [] : [join([capital(join(mattering, '; ')), '.'], '')];
  });
}

/** For a person: how a command failed; '' when there is nothing to say of it. */
export function sayFailure({ exitCode, output, notes }: CommandResult): Text {
  const code = exitCode === null || exitCode === 0 ? [] : [say`Exit code ${exitCode}.`];
  const parts = [...(output === '' ? [] : [output]), ...sayNotes(notes), ...code];
  return parts.length === 0 ? '' : join(parts, '\n');
}

/** Without blanks at its end. */
export function trimEnd(output: Text): Text {
  return changeEnd(output, (end) => end.trimEnd());
}

/** With `change` made to the end of what was printed. */
function changeEnd(output: Text, change: (end: string) => string): Text {
  if (typeof output === 'string') return change(output);
  const last = 'joined' in output ? output.joined.at(-1) : undefined;
  if (!('joined' in output) || last === undefined) return output;
  return { ...output, joined: [...output.joined.slice(0, -1), changeEnd(last, change)] };
}

/** Its lines; what is a sentence stays whole. */
export function linesOf(output: Text): readonly Text[] {
  const lines: Text[][] = [[]];
  for (const piece of piecesOf(output)) {
    const [first, ...more] = typeof piece === 'string' ? piece.split('\n') : [piece];
    if (first !== undefined && first !== '') lines.at(-1)?.push(first);
    for (const line of more) lines.push(line === '' ? [] : [line]);
  }
  return lines.map((line) => (line.every((piece) => typeof piece === 'string') ? line.join('') : join(line, '')));
}

function piecesOf(text: Text): readonly Text[] {
  if (typeof text === 'string' || !('joined' in text)) return [text];
  return text.joined.flatMap((part, at) =>
    at === 0 || text.by === '' ? piecesOf(part) : [text.by, ...piecesOf(part)],
  );
}

/** The first line, as it was printed. */
export function firstLine(output: Text): string {
  return english(linesOf(output)[0] ?? '');
}
