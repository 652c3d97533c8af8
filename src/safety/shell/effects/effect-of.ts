/**
 * What a command does, in words, where that is known: for the reason a person reads. Whether a command asks is for the rules of its tool; what
 * is known to reach beyond files and code is not taken for something that is only not understood.
 */
import { type Sentence, say } from '../../../words/say.ts';
import { plainWord, type ShellWord } from '../words.ts';
import { NAMED_EFFECTS } from './by-name.ts';
import { CODE_EFFECTS, PACKAGE_EFFECTS } from './code.ts';
import { FILE_EFFECTS } from './files.ts';
import { GIT_EFFECTS } from './git.ts';
import { MACHINE_EFFECTS, SHELL_EFFECTS } from './machine.ts';
import { NETWORK_EFFECTS } from './network.ts';
import { DATABASE_FILE_EFFECTS, SERVER_EFFECTS } from './servers.ts';
import { type Effect, operandsOf } from './use.ts';

/** What reaches other computers, other programs, accounts or what is installed. */
const BEYOND = [NETWORK_EFFECTS, GIT_EFFECTS, SERVER_EFFECTS, PACKAGE_EFFECTS, MACHINE_EFFECTS, NAMED_EFFECTS];
/** What reaches files, or whatever code that stands here does. */
const HERE = [FILE_EFFECTS, CODE_EFFECTS, DATABASE_FILE_EFFECTS, SHELL_EFFECTS];

interface Known {
  readonly effect: Effect;
  readonly isBeyond: boolean;
}

const EFFECTS: ReadonlyMap<string, readonly Known[]> = collect();

/** A program may stand in more than one list: the first that knows this use of it says what it does. */
function collect(): ReadonlyMap<string, readonly Known[]> {
  const all = new Map<string, Known[]>();
  for (const effects of [...HERE, ...BEYOND])
    for (const [names, effect] of Object.entries(effects))
      for (const name of names.split('|'))
        all.set(name, [...(all.get(name) ?? []), { effect, isBeyond: BEYOND.includes(effects) }]);
  return all;
}

const SYSTEM_FOLDER = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** They run what stands behind them, and change nothing about what it does to files. */
const WRAPPERS = /^(?:nohup|setsid|caffeinate|nice|ionice|stdbuf|time|command|builtin|exec)$/;

/** xargs' own options that take their value as a word of its own. */
const XARGS_VALUE = /^-[nPILdsEJ]$/;

const MOST_WRAPPED = 4;

export interface KnownEffect {
  /** "It deletes notes.txt". */
  readonly says: Sentence;
  /** More than files and code here: where nothing can be reached it does nothing, and that is not what it is run for. */
  readonly isBeyond: boolean;
}

/** `words` start with the program; null where its effect is not known. */
export function effectOf(words: readonly ShellWord[], depth = 0): KnownEffect | null {
  const [first, ...rest] = words;
  if (first === undefined || !first.isCertain || depth > MOST_WRAPPED) return null;
  const program = first.text.replace(SYSTEM_FOLDER, '');
  if (/^(?:sudo|doas)$/.test(program)) {
    const inner = rest[0]?.text.startsWith('-') === true ? null : effectOf(rest, depth + 1);
    return {
      says:
        inner === null
          ? say`It runs something with an administrator's rights`
          : say`${inner.says}, with an administrator's rights`,
      isBeyond: true,
    };
  }
  if (program === 'su') return { says: say`It becomes another user`, isBeyond: true };
  if (WRAPPERS.test(program)) return rest[0]?.text.startsWith('-') === true ? null : effectOf(rest, depth + 1);
  if (program === 'xargs') return effectOf(behindXargs(rest), depth + 1);
  for (const { effect, isBeyond } of EFFECTS.get(program) ?? []) {
    const says = effect({ program, words: rest });
    if (says !== null) return { says, isBeyond };
  }
  return null;
}

/** The inner command, with one word behind it that nobody knows yet. */
function behindXargs(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0;
  while (words[at]?.text.startsWith('-') === true) at += XARGS_VALUE.test(words[at]?.text ?? '') ? 2 : 1;
  const unknown = { ...plainWord(''), isCertain: false };
  return operandsOf({ program: 'xargs', words: words.slice(at) }).length === 0 ? [] : [...words.slice(at), unknown];
}
