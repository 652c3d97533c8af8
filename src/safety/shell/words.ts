/** One word of a command line: what the program will get, as far as that is certain before anything runs. */
import type { DoubleQuotedChild, Word, WordPart } from 'unbash';
import { type Sentence, say } from '../../words/say.ts';
import { cite, name } from '../levels.ts';

export interface ShellWord {
  /** In the command line's spelling. */
  readonly raw: string;
  /** The text that the program gets; with `isCertain` false the known parts, with a mark for each unknown part. */
  readonly text: string;
  readonly isCertain: boolean;
  /** Holds wildcards which the shell replaces by names. */
  readonly isGlob: boolean;
  /** Written without quotes and backslashes. */
  readonly isPlain: boolean;
}

/** Stands in a word's text for a part that only the shell will know. */
export const UNKNOWN_PART = '\uFFFD';

/** Values of the expansions that name the person. */
export interface KnownValues {
  readonly home: string;
  readonly user: string;
}

export interface ReadWord {
  readonly word: ShellWord;
  /** Why the word is not certain; null when it is. */
  readonly problem: Sentence | null;
  readonly rule: string;
}

type Parts = readonly (WordPart | DoubleQuotedChild)[];

/**
 * Reads a word. `$HOME`, `$PWD`, `$USER`, `~` and a few variables without private content are known; braces, ANSI-C quotes and all other expansions
 * are not.
 */
export function readWord(word: Word, known: KnownValues): ReadWord {
  const state: WordState = { text: '', isGlob: false, problem: null, rule: '' };
  if (word.parts === undefined) state.text = word.value;
  else addParts(word.parts, known, state);
  const expanded = expandTilde(word.text, state.text, known);
  if (hasBlankByte(word.text))
    note(state, 'shell.odd-blank', say`The Mac's bash takes a part of that letter for a blank`);
  if (expanded === null)
    note(state, 'shell.other-home', say`${name(word.text)} is somebody's folder that I don't know`);
  return {
    word: {
      raw: word.text,
      text: expanded ?? state.text,
      isCertain: state.problem === null,
      isGlob: state.isGlob,
      isPlain: !/['"\\$`]/.test(word.text),
    },
    problem: state.problem,
    rule: state.rule,
  };
}

/** A word with exactly this text, for rules that are checked without a shell. */
export function plainWord(text: string): ShellWord {
  return { raw: text, text, isCertain: true, isGlob: /[*?]/.test(text), isPlain: true };
}

/**
 * Outside of quotes bash 3.2 on a Mac tests single bytes for blanks, and 0xA0 counts as one: à (C3 A0) ends a word. Source: bug-bash, "blank" of the
 * locale as a separator of words.
 */
function hasBlankByte(raw: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what has no such byte
  if (/^[\u0000-\u007f]*$/.test(raw)) return false;
  const bare = raw.replaceAll(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, '');
  return new TextEncoder().encode(bare).includes(0xa0);
}

interface WordState {
  text: string;
  isGlob: boolean;
  problem: Sentence | null;
  rule: string;
}

function note(state: WordState, rule: string, problem: Sentence): void {
  if (state.problem !== null) return;
  state.problem = problem;
  state.rule = rule;
}

function addParts(parts: Parts, known: KnownValues, state: WordState): void {
  for (const part of parts) addPart(part, known, state);
}

function addPart(part: WordPart | DoubleQuotedChild, known: KnownValues, state: WordState): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      state.text += part.value;
      return;
    case 'DoubleQuoted':
      addParts(part.parts, known, state);
      return;
    case 'Glob':
      state.isGlob = true;
      state.text += part.text;
      return;
    case 'SimpleExpansion':
      addExpansion(part.text.slice(1), part.text, known, state);
      return;
    case 'ParameterExpansion': {
      const isBare = part.operation === undefined && part.prefix === undefined && part.index === undefined;
      addExpansion(isBare ? part.parameter : '', part.text, known, state);
      return;
    }
    case 'AnsiCQuoted':
      state.text += part.value;
      note(state, 'shell.ansi-c-string', say`A $'…' string hides what it stands for`);
      return;
    case 'LocaleString':
      addParts(part.parts, known, state);
      note(state, 'shell.locale-string', say`A $"…" string is replaced by a translation`);
      return;
    case 'BraceExpansion':
      state.text += part.text;
      note(state, 'shell.braces', say`Braces stand for several words`);
      return;
    case 'ExtendedGlob':
      state.text += UNKNOWN_PART;
      note(state, 'shell.extended-pattern', say`A pattern stands for names I don't know`);
      return;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      state.text += UNKNOWN_PART;
      note(state, 'shell.substitution', say`The output of another command becomes part of this one`);
      return;
    case 'ArithmeticExpansion':
      state.text += UNKNOWN_PART;
      note(state, 'shell.arithmetic', say`It computes a value, which I don't know before it runs`);
      return;
  }
}

/** Variables that the shell's environment always has (`makeEnvironment`): no secret, no option, no private file name. */
const PLAIN_VALUES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '?': '0', '#': '0', $: '1', PPID: '1', UID: '1000', EUID: '1000', RANDOM: '1', SECONDS: '1', LINENO: '1' },
    ...{ SHELL: '/bin/bash', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb', HOSTNAME: 'host', OSTYPE: 'linux' },
    ...{ BASH_VERSION: '5', SHLVL: '1' },
  }),
);

function addExpansion(variable: string, raw: string, known: KnownValues, state: WordState): void {
  if (variable === 'HOME') state.text += known.home;
  else if (variable === 'USER') state.text += known.user;
  else if (variable === 'PWD') state.text += state.text === '' ? '.' : UNKNOWN_PART;
  else if (PLAIN_VALUES.has(variable)) state.text += PLAIN_VALUES.get(variable) ?? '';
  else {
    state.text += UNKNOWN_PART;
    note(state, 'shell.expansion', say`I don't know what ${cite(raw)} stands for before it runs`);
  }
}

/** The text with a leading `~` filled in; null for another person's `~name`. */
function expandTilde(raw: string, text: string, known: KnownValues): string | null {
  if (!raw.startsWith('~')) return text;
  if (raw === '~') return known.home;
  return raw.startsWith('~/') ? `${known.home}${text.slice(1)}` : null;
}
