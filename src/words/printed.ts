/** What a command printed, with its exit code and the notes beside it: as the model is told, and as a person is. Pure. */
import { capital, join, say, type Text } from './say.ts';
import { english } from './speak.ts';

/** Half a sentence of what the command did not get, or what became of its files. */
export interface CommandNote {
  readonly text: Text;
  /** Nothing that a person who asked for something else need know. */
  readonly isForModel?: boolean | undefined;
  /** The command may have failed for this. */
  readonly isObstacle?: boolean | undefined;
}

/** Notes that stand in one line together. */
export type NoteLine = readonly CommandNote[];

/** What is told of a command below its output. */
export interface CommandFacts {
  /** null when it was ended from outside. */
  readonly exitCode: number | null;
  /** The time limit at which it was ended; absent: it ended by itself. */
  readonly endedAfterS?: number | undefined;
  /** Characters left out of the middle of its output, which says so by `sayGap`; absent: none. */
  readonly leftOut?: number | undefined;
  readonly notes: readonly NoteLine[];
}

/** What came of a command that was run. */
export interface CommandResult extends CommandFacts {
  /** Without blanks at its end; '' for nothing. */
  readonly output: string;
}

/** The mark in an output whose middle was left out. */
export function sayGap(characters: number): Text {
  return join(['[… ', say`${String(characters)} characters left out`, ' …]'], '');
}

/** The output with its mark as a text. A mark that is not found, since something over it was masked, stays as it is. */
export function sayOutput(output: string, leftOut: number | undefined): Text {
  if (leftOut === undefined) return output;
  const gap = sayGap(leftOut);
  const [before = '', ...after] = output.split(english(gap));
  return after.length === 1 ? join([before, gap, after.join('')], '') : output;
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

function linesOfNotes(notes: readonly NoteLine[]): readonly Text[] {
  return notes.map(bracketed).filter((line) => line !== '');
}

/** For the model: each line of notes on one of its own below the output, which keeps its line ends where there are any. */
export function withNotes(output: string, notes: readonly NoteLine[], leftOut?: number): Text {
  const lines = linesOfNotes(notes);
  if (lines.length === 0) return sayOutput(output.trimEnd(), leftOut);
  return output === '' ? join(lines, '\n') : join([sayOutput(output.replace(/\n$/, ''), leftOut), ...lines], '\n');
}

/** How a command ended, where it did not succeed. */
function linesOfEnd({ exitCode, endedAfterS }: CommandFacts): readonly Text[] {
  if (endedAfterS !== undefined) return [say`It was ended after ${endedAfterS} s.`];
  return exitCode === 0 ? [] : [say`Exit code ${exitCode ?? 0}.`];
}

/** For the model: all that came of a command. */
export function sayCommand(output: string, facts: CommandFacts): Text {
  const told = withNotes(output, facts.notes, facts.leftOut);
  const end = linesOfEnd(facts);
  if (end.length === 0) return told;
  return told === '' ? join(end, '\n') : join([told, ...end], '\n');
}

/** What `sayCommand` was given and made, of its English and the facts; all of it is output where these do not stand below. */
export function readCommandText(text: string, facts: CommandFacts): { readonly output: string; readonly text: Text } {
  const lines = [...linesOfNotes(facts.notes), ...linesOfEnd(facts)];
  const below = english(join(lines, '\n'));
  if (lines.length === 0) return { output: text, text: sayOutput(text, facts.leftOut) };
  if (text === below) return { output: '', text: join(lines, '\n') };
  if (!text.endsWith(below)) return { output: text, text };
  // A mask at the end of the output may have taken the line end with it.
  const output = text.slice(0, -below.length).replace(/\n$/, '');
  return { output: output.trimEnd(), text: join([sayOutput(output, facts.leftOut), ...lines], '\n') };
}

/** For a person: what of the notes matters to them, a sentence a line. */
export function sayNotes(notes: readonly NoteLine[]): readonly Text[] {
  return notes.flatMap((line) => {
    const mattering = line.flatMap(({ text, isForModel }) => (isForModel === true ? [] : [text]));
    return mattering.length === 0 ? [] : [join([capital(join(mattering, '; ')), '.'], '')];
  });
}

/** For a person: how a command failed; '' when there is nothing to say of it. */
export function sayFailure({ exitCode, output, leftOut, notes }: CommandResult): Text {
  const code = exitCode === null || exitCode === 0 ? [] : [say`Exit code ${exitCode}.`];
  const parts = [...(output === '' ? [] : [sayOutput(output, leftOut)]), ...sayNotes(notes), ...code];
  return parts.length === 0 ? '' : join(parts, '\n');
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
