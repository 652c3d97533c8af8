/**
 * The known effect of a command in words, for the reason that a person reads. The tool's own rule decides whether it asks; but a command known to
 * reach beyond files and code does not count as merely not understood.
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

/** Effects on other computers, other programs, accounts or installed software. */
const BEYOND = [NETWORK_EFFECTS, GIT_EFFECTS, SERVER_EFFECTS, PACKAGE_EFFECTS, MACHINE_EFFECTS, NAMED_EFFECTS];
/** Effects on files, or of code that is in this place. */
const HERE = [FILE_EFFECTS, CODE_EFFECTS, DATABASE_FILE_EFFECTS, SHELL_EFFECTS];

interface Known {
  readonly effect: Effect;
  readonly isBeyond: boolean;
}

const EFFECTS: ReadonlyMap<string, readonly Known[]> = collect();

/** A program may be in several lists: the first one that knows this use of it counts. */
function collect(): ReadonlyMap<string, readonly Known[]> {
  const all = new Map<string, Known[]>();
  for (const effects of [...HERE, ...BEYOND])
    for (const [names, effect] of Object.entries(effects))
      for (const name of names.split('|'))
        all.set(name, [...(all.get(name) ?? []), { effect, isBeyond: BEYOND.includes(effects) }]);
  return all;
}

const SYSTEM_FOLDER = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** Programs that run the following command without changing its effect on files. */
const WRAPPERS = /^(?:nohup|setsid|caffeinate|nice|ionice|stdbuf|time|command|builtin|exec)$/;

/** Options of xargs whose value is a separate word. */
const XARGS_VALUE = /^-[nPILdsEJ]$/;

const MOST_WRAPPED = 4;

export interface KnownEffect {
  /** "It deletes notes.txt". */
  readonly says: Sentence;
  /** Whether it affects more than files and code here. In the confined place such a command could do nothing, so it is not tried there. */
  readonly isBeyond: boolean;
}

/** `words` start with the program; null when its effect is unknown. */
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

/** The inner command, followed by one word that is not known yet. */
function behindXargs(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0;
  while (words[at]?.text.startsWith('-') === true) at += XARGS_VALUE.test(words[at]?.text ?? '') ? 2 : 1;
  const unknown = { ...plainWord(''), isCertain: false };
  return operandsOf({ program: 'xargs', words: words.slice(at) }).length === 0 ? [] : [...words.slice(at), unknown];
}
