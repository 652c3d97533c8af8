/** Removes wrappers from a command: `nice`, `timeout`, `env`, `sh -c` and similar ones. */
import { type Sentence, say } from '../../words/say.ts';
import { compileOptions, type OptionTable, readOptions } from './options.ts';
import { unknownUse } from './unknown-use.ts';
import type { ShellWord } from './words.ts';

export type Peeled =
  /** No wrapper. */
  | { readonly kind: 'bare' }
  /** The inner command decides. */
  | { readonly kind: 'words'; readonly words: readonly ShellWord[] }
  /** A command line in a string decides. */
  | { readonly kind: 'script'; readonly source: string }
  /** The wrapper asks, whatever the inner command is. */
  | { readonly kind: 'asks'; readonly reason: Sentence };

interface Wrapper {
  readonly table: OptionTable;
  /** Operands of its own before the command: `timeout 5 ls` has one. */
  readonly operands: number;
}

function wrapper(options: string, operands = 0): Wrapper {
  return { table: compileOptions(options, 'letters'), operands };
}

/** Wrappers that run a command unchanged. */
const TRANSPARENT: ReadonlyMap<string, Wrapper> = new Map([
  ['nice', wrapper('-n= -# --adjustment=')],
  ['gnice', wrapper('-n= -# --adjustment=')],
  ['ionice', wrapper('-c= -n= -t')],
  ['time', wrapper('-plv')],
  ['gtime', wrapper('-plv')],
  ['timeout', wrapper('-k= -s= -v --kill-after= --signal= --preserve-status --foreground --verbose', 1)],
  ['gtimeout', wrapper('-k= -s= -v --kill-after= --signal= --preserve-status --foreground --verbose', 1)],
  ['stdbuf', wrapper('-i= -o= -e= --input= --output= --error=')],
  ['command', wrapper('')],
  ['builtin', wrapper('')],
  ['env', wrapper('')],
]);

/**
 * Shells whose `-c` takes a command line in the gate's grammar. Not zsh, which evaluates arithmetic where others print (`printf %d`), and so can run
 * commands there.
 */
const SHELLS = /^(?:sh|bash|dash)$/;

/** `words[0]` is the program's bare name. */
export function peel(name: string, words: readonly ShellWord[]): Peeled {
  const rest = words.slice(1);
  if (SHELLS.test(name)) return peelShell(name, rest);
  const known = TRANSPARENT.get(name);
  if (known === undefined) return { kind: 'bare' };
  const read = readOptions(rest, known.table, true);
  if (read.unknown !== '') return { kind: 'asks', reason: unknownUse(name, read.unknown) };
  const inner = read.operands.slice(known.operands);
  if (known.operands === 1 && !/^[\d.]+[smhd]?$/.test(read.operands[0]?.text ?? ''))
    return { kind: 'asks', reason: unknownUse(name, read.operands[0]?.text ?? '') };
  const [first] = inner;
  if (first === undefined) return { kind: 'asks', reason: unknownUse(name) };
  if (name === 'env' && first.text.includes('='))
    return { kind: 'asks', reason: say`It changes the environment of a program` };
  return { kind: 'words', words: inner };
}

/** Accepts exactly `-c` with one string, besides the letters -e, -u, -x. */
function peelShell(name: string, rest: readonly ShellWord[]): Peeled {
  const asks: Peeled = { kind: 'asks', reason: say`It runs a script in ${name}` };
  const at = rest.findIndex((word) => /^-[eux]*c$/.test(word.text));
  const before = rest.slice(0, Math.max(at, 0));
  const source = rest[at + 1];
  if (at < 0 || source === undefined || !source.isCertain || source.isGlob) return asks;
  if (!before.every((word) => /^-[eux]+$/.test(word.text))) return asks;
  return { kind: 'script', source: source.text };
}
