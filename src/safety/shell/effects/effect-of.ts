/**
 * What a command does, in words, where that is known: for the reason a person reads. It decides nothing: whether a command asks is for the
 * rules of its tool.
 */
import { type Sentence, say } from '../../../words/say.ts';
import { plainWord, type ShellWord } from '../words.ts';
import { CODE_EFFECTS } from './code.ts';
import { FILE_EFFECTS } from './files.ts';
import { GIT_EFFECTS } from './git.ts';
import { MACHINE_EFFECTS } from './machine.ts';
import { NETWORK_EFFECTS } from './network.ts';
import { SERVER_EFFECTS } from './servers.ts';
import { type Effect, operandsOf } from './use.ts';

const EFFECTS: ReadonlyMap<string, readonly Effect[]> = collect();

/** A program may stand in more than one list: the first that knows this use of it says what it does. */
function collect(): ReadonlyMap<string, readonly Effect[]> {
  const all = new Map<string, Effect[]>();
  for (const effects of [FILE_EFFECTS, NETWORK_EFFECTS, GIT_EFFECTS, CODE_EFFECTS, SERVER_EFFECTS, MACHINE_EFFECTS])
    for (const [names, effect] of Object.entries(effects))
      for (const name of names.split('|')) all.set(name, [...(all.get(name) ?? []), effect]);
  return all;
}

const SYSTEM_FOLDER = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** They run what stands behind them, and change nothing about what it does to files. */
const WRAPPERS = /^(?:nohup|setsid|caffeinate|nice|ionice|stdbuf|time|command|builtin|exec)$/;

/** xargs' own options that take their value as a word of its own. */
const XARGS_VALUE = /^-[nPILdsEJ]$/;

const MOST_WRAPPED = 4;

/** `words` start with the program; null where its effect is not known. */
export function effectOf(words: readonly ShellWord[], depth = 0): Sentence | null {
  const [first, ...rest] = words;
  if (first === undefined || !first.isCertain || depth > MOST_WRAPPED) return null;
  const program = first.text.replace(SYSTEM_FOLDER, '');
  if (/^(?:sudo|doas)$/.test(program)) {
    const inner = rest[0]?.text.startsWith('-') === true ? null : effectOf(rest, depth + 1);
    return inner === null
      ? say`It runs something with an administrator's rights`
      : say`${inner}, with an administrator's rights`;
  }
  if (program === 'su') return say`It becomes another user`;
  if (WRAPPERS.test(program)) return rest[0]?.text.startsWith('-') === true ? null : effectOf(rest, depth + 1);
  if (program === 'xargs') return effectOf(behindXargs(rest), depth + 1);
  for (const effect of EFFECTS.get(program) ?? []) {
    const known = effect({ program, words: rest });
    if (known !== null) return known;
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
