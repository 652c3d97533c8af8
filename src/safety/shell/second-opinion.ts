/** Compares a second, independent parser's reading of a command line with the first one's. */
import { type Sentence, say } from '../../words/say.ts';
import type { Script } from './script.ts';

/** One command line as the second parser read it. */
export interface SecondReading {
  /** True when it met something that it could not place. */
  readonly hasError: boolean;
  /** Kinds of all named nodes in its tree. */
  readonly kinds: ReadonlySet<string>;
  /** Name and arguments of each simple command, as written, in source order. */
  readonly commands: readonly (readonly string[])[];
}

/** Parses without running anything; null when it gave up (too long, too deep). Handed in, because loading it needs I/O. */
export type SecondParser = (source: string) => SecondReading | null;

/** Node kinds of tree-sitter-bash that a harmless command may consist of. */
const UNDERSTOOD_KINDS: ReadonlySet<string> = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'negated_command',
  'redirected_statement',
  'subshell',
  'compound_statement',
  'test_command',
  'unary_expression',
  'binary_expression',
  'test_operator',
  'word',
  'number',
  'string',
  'string_content',
  'raw_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'variable_name',
  'special_variable_name',
  'file_redirect',
  'file_descriptor',
  'herestring_redirect',
  'heredoc_redirect',
  'heredoc_start',
  'heredoc_body',
  'heredoc_content',
  'heredoc_end',
  'comment',
]);

const DISAGREE = say`It can be read in two ways, and may mean something else than it seems`;

/** The difference between the two readings; null when they agree on every command and every word. */
export function findDisagreement(first: Script, second: SecondReading | null): Sentence | null {
  if (second === null) return say`It is too long to be read a second time`;
  if (second.hasError) return DISAGREE;
  for (const kind of second.kinds) if (!UNDERSTOOD_KINDS.has(kind)) return DISAGREE;
  // A `[ … ]` test is its own kind of node there, not a command.
  const ours = first.commands.filter((command) => command.words.length > 0 && command.words[0]?.raw !== '[');
  const theirs = second.commands.map(withoutTime).filter((words) => words.length > 0);
  if (ours.length !== theirs.length) return DISAGREE;
  const isSame = ours.every((command, index) => {
    const words = theirs[index] ?? [];
    return words.length === command.words.length && command.words.every((word, at) => word.raw === words[at]);
  });
  return isSame ? null : DISAGREE;
}

/** The first parser reads `time` as a keyword, the second as a command. */
function withoutTime(words: readonly string[]): readonly string[] {
  if (words[0] !== 'time') return words;
  return words.slice(words[1] === '-p' ? 2 : 1);
}
