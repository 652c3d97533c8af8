/** How a tool is described: which of its options, subcommands and operands change nothing. The descriptions are data, in tools/. */
import type { Sentence } from '../../words/say.ts';
import type { Reach } from '../places/below.ts';
import type { OptionList, OptionStyle, ReadOptions } from './options.ts';
import type { ShellWord } from './words.ts';

/** Meaning of a tool's operands. */
export type Operands =
  /** Files or folders that it reads. */
  | 'paths'
  /** Words that name no file: a process, a package, a message. */
  | 'text'
  /** A pattern (unless an option gave it), then files. */
  | 'pattern'
  | 'none';

/** Where a command stands, for the few rules that need more than its own words. */
export interface CallSite {
  /** Whether it is typed into a terminal, where it runs unchanged, with the network and all settings. */
  readonly isTyped: boolean;
  /** Why this path must not be read without asking; null when it is an ordinary one. */
  readonly findSecret: (word: ShellWord) => Sentence | null;
  /** Why reading everything below these folders could show a secret; null when nothing there is one. */
  readonly findBelow: (roots: readonly ShellWord[], reach: Reach) => Sentence | null;
  /** Judges further words as a command of their own (`find -exec`); null when it runs without asking. */
  readonly findInnerReason: (words: readonly ShellWord[]) => Sentence | null;
}

/** One use of a tool. */
export interface ToolCall extends ReadOptions {
  readonly name: string;
  readonly words: readonly ShellWord[];
}

export interface ToolRule {
  /** `words` when an option is a whole word after one dash. */
  readonly style?: OptionStyle;
  /** Options that change nothing; none when absent. */
  readonly options?: OptionList;
  /** With `options: '*'`: options that do change something, with every abbreviation of them. */
  readonly refuses?: string;
  readonly operands?: Operands;
  /** Minimum and maximum number of operands. */
  readonly least?: number;
  readonly most?: number;
  /** At least one of these options must be there, blank-separated: without it the tool does something else. */
  readonly needs?: string;
  /** Subcommands; `list|ls` are two names of one. The options above then precede the subcommand. */
  readonly commands?: Readonly<Record<string, ToolRule>>;
  /** With `commands`: without a subcommand the tool changes nothing either. */
  readonly isBareHarmless?: boolean;
  /** Whether its refused options are harmless when a file name is mistaken for one. */
  readonly isWildHarmless?: boolean;
  /** A further condition; returns why it asks, or null. */
  readonly check?: (call: ToolCall, site: CallSite) => Sentence | null;
  /** Reads over the network or more than a file: noted in the journal. */
  readonly risk?: 'moderate';
}

/** A tool with its names (`ls|dir`) and examples, which are checked when the gate is made and by a test. */
export interface Tool extends ToolRule {
  readonly names: string;
  /** Command lines without quotes that must run without asking. */
  readonly runs: readonly string[];
  /** Command lines without quotes that must ask. */
  readonly asks?: readonly string[];
}
