/** Parses a command line: lists every simple command in it, wherever it is nested, and everything that is not plainly understood. */

import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from 'unbash';
import { forEachChild, parse } from 'unbash';
import { type Sentence, say } from '../../words/say.ts';
import { cite, name } from '../levels.ts';
import { type KnownValues, readWord, type ShellWord } from './words.ts';

export interface ScriptCommand {
  /** The program's name and its arguments; empty when only redirects or assignments stand there. */
  readonly words: readonly ShellWord[];
  /** Files read with `<`. */
  readonly inputs: readonly ShellWord[];
  /** Files written with `>` and its kin; /dev/null and other streams are left out. */
  readonly outputs: readonly ShellWord[];
  /** What a here-document or here-string puts on standard input; null when there is none. */
  readonly hereText: string | null;
  /** Earlier commands of its pipeline, nearest first. */
  readonly upstream: readonly ScriptCommand[];
  readonly hasAssignments: boolean;
}

export interface Problem {
  readonly rule: string;
  readonly reason: Sentence;
}

export interface Script {
  /** In the order they are written; those inside substitutions, functions and loops too. */
  readonly commands: readonly ScriptCommand[];
  /** Why this cannot be shown to be harmless; empty when every part is plainly understood. */
  readonly problems: readonly Problem[];
}

interface Reading {
  readonly known: KnownValues;
  readonly commands: ScriptCommand[];
  readonly problems: Problem[];
  /** Number of scripts around this one. */
  depth: number;
}

/** Deeper scripts are not parsed, since the outermost one is a problem already. */
const MAX_NESTING = 12;

/** Never throws on bad syntax, which is one of the problems in the list. */
export function readScript(source: string, known: KnownValues): Script {
  const reading: Reading = { known, commands: [], problems: [], depth: 0 };
  readParsed(parse(source), reading);
  return reading;
}

function readParsed(script: ParsedScript, reading: Reading): void {
  if (script.errors !== undefined && script.errors.length > 0) {
    report(reading, 'shell.syntax', say`I can't read this command: ${cite(script.errors[0]?.message ?? '')}`);
  }
  if (script.shebang !== undefined)
    report(reading, 'shell.shebang', say`It is a script with an interpreter of its own`);
  for (const statement of script.commands) readNode(statement.command, [], reading);
}

function report(reading: Reading, rule: string, reason: Sentence): void {
  if (reading.problems.length < 20) reading.problems.push({ rule, reason });
}

/** Description of each construct that is not understood. */
const NOT_UNDERSTOOD: Readonly<Record<string, Sentence>> = {
  Function: say`It defines a function`,
  If: say`What it does depends on what it finds`,
  For: say`It repeats something in a loop`,
  ArithmeticFor: say`It repeats something in a loop`,
  While: say`It repeats something in a loop`,
  Select: say`It repeats something in a loop`,
  Case: say`What it does depends on what it finds`,
  Coproc: say`It starts a second process`,
  TestCommand: say`A [[ … ]] test can run what it compares`,
  ArithmeticCommand: say`Arithmetic can run what it computes`,
};

/** `upstream` are the commands whose output this node reads, nearest first. Returns the commands that write to the next one. */
function readNode(node: SyntaxNode, upstream: readonly ScriptCommand[], reading: Reading): readonly ScriptCommand[] {
  switch (node.type) {
    case 'Statement':
      return readNode(node.command, upstream, reading);
    case 'CompoundList':
      return node.commands.flatMap((statement) => readNode(statement, upstream, reading));
    case 'AndOr':
      return node.commands.flatMap((command) => readNode(command, upstream, reading));
    case 'Pipeline': {
      let before = upstream;
      for (const command of node.commands) before = [...readNode(command, before, reading), ...before].slice(0, 8);
      return before;
    }
    case 'Subshell':
    case 'BraceGroup':
      return readNode(node.body, upstream, reading);
    case 'Redirected': {
      const inner = readNode(node.command, upstream, reading);
      const streams = readRedirects(node.redirects, reading);
      if (streams.inputs.length + streams.outputs.length > 0 || streams.hereText !== null) {
        reading.commands.push({ words: [], ...streams, upstream, hasAssignments: false });
      }
      return inner;
    }
    case 'Command':
      return [readCommand(node, upstream, reading)];
    default:
      return readUnknown(node, reading);
  }
}

function readUnknown(node: SyntaxNode, reading: Reading): readonly ScriptCommand[] {
  const why = NOT_UNDERSTOOD[node.type];
  if (why !== undefined) report(reading, `shell.${node.type.toLowerCase()}`, why);
  const before = reading.commands.length;
  if (node.type === 'Word') readInto(node, reading);
  else forEachChild(node, (child) => readInside(child, reading));
  return reading.commands.slice(before, before + 8);
}

/** Finds commands anywhere below a node. */
function readInside(node: SyntaxNode, reading: Reading): void {
  if (reading.depth > MAX_NESTING) return;
  reading.depth += 1;
  if (node.type === 'Script') readParsed(node, reading);
  else readNode(node, [], reading);
  reading.depth -= 1;
}

function readCommand(command: Command, upstream: readonly ScriptCommand[], reading: Reading): ScriptCommand {
  const words: ShellWord[] = [];
  if (command.name !== undefined) words.push(readInto(command.name, reading));
  for (const arg of command.args)
    words.push(arg.type === 'Word' ? readInto(arg, reading) : readAssignment(arg, reading));
  const assignments = command.prefix.filter((part) => part.type === 'Assignment');
  for (const assignment of assignments) readAssignment(assignment, reading);
  const streams = readRedirects(command.redirects, reading);
  const read: ScriptCommand = { words, ...streams, upstream, hasAssignments: assignments.length > 0 };
  reading.commands.push(read);
  return read;
}

function readInto(word: Word, reading: Reading): ShellWord {
  const { word: read, problem, rule } = readWord(word, reading.known);
  if (problem !== null) report(reading, rule, problem);
  if (!read.isCertain) for (const part of word.parts ?? []) forEachChild(part, (child) => readInside(child, reading));
  return read;
}

function readAssignment(assignment: Assignment, reading: Reading): ShellWord {
  report(reading, 'shell.assignment', say`It sets ${name(assignment.name)}, which can change what later commands do`);
  if (assignment.value.type === 'Word') readInto(assignment.value, reading);
  else for (const element of assignment.value.elements) readInto(element, reading);
  return { raw: assignment.text, text: assignment.text, isCertain: false, isGlob: false, isPlain: false };
}

interface Streams {
  readonly inputs: readonly ShellWord[];
  readonly outputs: readonly ShellWord[];
  readonly hereText: string | null;
}

function readRedirects(redirects: readonly Redirection[], reading: Reading): Streams {
  const inputs: ShellWord[] = [];
  const outputs: ShellWord[] = [];
  let hereText: string | null = null;
  for (const redirect of redirects) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable')
      report(reading, 'shell.redirect', say`A redirect names a variable`);
    if (redirect.type === 'HereDoc') {
      hereText = `${hereText ?? ''}${redirect.body.text}`;
      if (redirect.closing === undefined) report(reading, 'shell.here-document', say`A here-document has no end`);
      readHereParts(redirect.body.parts ?? [], reading);
    } else if (redirect.target === undefined) {
      report(reading, 'shell.redirect', say`A redirect has no target`);
    } else {
      const target = readInto(redirect.target, reading);
      if (redirect.type === 'HereString') hereText = `${hereText ?? ''}${target.text}`;
      else if (redirect.operator === '<') inputs.push(target);
      else if (redirect.operator === '<&' || redirect.operator === '>&') readDuplicate(target, outputs);
      else if (target.text !== '/dev/null' || redirect.operator === '<>') outputs.push(target);
    }
  }
  return { inputs, outputs, hereText };
}

/** `2>&1` and `>&-` join or close streams; `>& file` writes a file. */
function readDuplicate(target: ShellWord, outputs: ShellWord[]): void {
  const isStream = target.isPlain && /^(?:[012]|-)$/.test(target.text);
  if (!isStream && target.text !== '/dev/null') outputs.push(target);
}

function readHereParts(parts: readonly SyntaxNode[], reading: Reading): void {
  for (const part of parts) {
    if (part.type === 'Literal') continue;
    report(reading, 'shell.here-document', say`The shell fills in the here-document`);
    forEachChild(part, (child) => readInside(child, reading));
  }
}
