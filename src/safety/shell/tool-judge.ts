/** Compares one use of a tool with the tool's description. */
import { type Sentence, say } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import { cite } from '../levels.ts';
import { compileOptions, type OptionTable, readOptions } from './options.ts';
import type { CallSite, Tool, ToolCall, ToolRule } from './tool-rule.ts';
import { unknownUse } from './unknown-use.ts';
import { plainWord, type ShellWord } from './words.ts';

export interface ToolVerdict {
  /** Why the use asks; null when it changes nothing. */
  readonly reason: Sentence | null;
  readonly risk: 'safe' | 'moderate';
}

/** Judges known tools; null for a tool without a description. */
export type ToolJudge = (name: string, words: readonly ShellWord[], site: CallSite) => ToolVerdict | null;

interface CompiledRule extends ToolRule {
  readonly table: OptionTable;
  readonly inner: ReadonlyMap<string, CompiledRule> | null;
}

function compileRule(rule: ToolRule): CompiledRule {
  const inner = new Map<string, CompiledRule>();
  for (const [names, command] of Object.entries(rule.commands ?? {})) {
    const compiled = compileRule(command);
    for (const name of names.split('|')) inner.set(name.toLowerCase(), compiled);
  }
  return {
    ...rule,
    table: compileOptions(rule.options ?? '', rule.style ?? 'letters'),
    inner: rule.commands === undefined ? null : inner,
  };
}

/**
 * Each description is compiled and checked against its own examples at the first use of its tool, as all of them together take a seventh of a second.
 * A tool is unknown, and so asks, when one of its asking examples would run.
 */
export function createToolJudge(tools: readonly Tool[]): ToolJudge {
  const described = new Map(tools.flatMap((tool) => tool.names.split('|').map((name) => [name, tool] as const)));
  const compiled = new Map<Tool, CompiledRule | null>();
  const ruleOf = (tool: Tool): CompiledRule | null => {
    const known = compiled.get(tool);
    if (known !== undefined) return known;
    const rule = compileRule(tool);
    const isSound = (tool.asks ?? []).every((example) => judgeExample(example, rule) !== null);
    compiled.set(tool, isSound ? rule : null);
    return isSound ? rule : null;
  };
  return (name, words, site) => {
    const tool = described.get(name);
    const rule = tool === undefined ? null : ruleOf(tool);
    return rule === null ? null : judgeRule(name, rule, words, site);
  };
}

/** Wrong examples of either kind, and names described twice; empty when the descriptions are right. */
export function findWrongExamples(tools: readonly Tool[]): readonly string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const tool of tools) {
    const rule = compileRule(tool);
    for (const name of tool.names.split('|')) {
      if (seen.has(name)) wrong.push(`${name} is described twice`);
      seen.add(name);
    }
    for (const example of tool.runs) {
      const reason = judgeExample(example, rule);
      if (reason !== null) wrong.push(`"${example}" should run, but: ${english(reason)}`);
    }
    for (const example of tool.asks ?? [])
      if (judgeExample(example, rule) === null) wrong.push(`"${example}" should ask`);
  }
  return wrong;
}

/** Site of the examples: only paths from the root or home lead to secrets, and an inner command runs when it is `wc`. */
const EXAMPLE_SITE: CallSite = {
  isTyped: false,
  findSecret: () => null,
  findBelow: (roots) =>
    roots.some(({ text }) => /^[/~]/.test(text)) ? say`It would read secrets below that folder` : null,
  findInnerReason: (words) => (words[0]?.text === 'wc' ? null : unknownUse('this')),
};

function judgeExample(example: string, rule: CompiledRule): Sentence | null {
  const [name, ...words] = example.split(' ').map(plainWord);
  return judgeRule(name?.text ?? '', rule, words, EXAMPLE_SITE).reason;
}

function judgeRule(name: string, rule: CompiledRule, words: readonly ShellWord[], site: CallSite): ToolVerdict {
  const risk = rule.risk ?? 'safe';
  const call: ToolCall = { name, words, ...readOptions(words, rule.table, rule.inner !== null) };
  const optionReason = findBadOption(rule, call);
  if (optionReason !== null) return { reason: optionReason, risk };
  if (rule.inner !== null) {
    const [command, ...rest] = call.operands;
    if (command !== undefined) {
      const reason = findSecretValue(call, site);
      return reason === null ? judgeCommand(name, rule, rule.inner, command, rest, site) : { reason, risk };
    }
    if (rule.isBareHarmless !== true) return { reason: unknownUse(name), risk };
  }
  return { reason: findReason(rule, call, site), risk };
}

function judgeCommand(
  name: string,
  rule: CompiledRule,
  inner: ReadonlyMap<string, CompiledRule>,
  command: ShellWord,
  rest: readonly ShellWord[],
  site: CallSite,
): ToolVerdict {
  const label = `${name} ${command.text.slice(0, 40)}`;
  const next = command.isGlob ? undefined : inner.get(command.text.toLowerCase());
  if (next === undefined) return { reason: unknownUse(label), risk: 'safe' };
  const verdict = judgeRule(label, next, rest, site);
  return { reason: verdict.reason, risk: rule.risk ?? verdict.risk };
}

function findBadOption(rule: CompiledRule, call: ToolCall): Sentence | null {
  if (call.unknown !== '') return unknownUse(call.name, call.unknown);
  for (const refused of rule.refuses?.split(' ') ?? []) {
    for (const option of call.options.keys()) {
      const isAbbreviation = option.startsWith('--') && option.length > 2 && refused.startsWith(option);
      const isLonger = refused.startsWith('--') && option.startsWith(refused);
      if (option === refused || isAbbreviation || isLonger)
        return say`${cite(`${call.name} ${option}`)} can change or run something`;
    }
  }
  return null;
}

function wordsOf(call: ToolCall): readonly string[] {
  return call.words.slice(0, 6).map(({ text }) => text);
}

function findReason(rule: CompiledRule, call: ToolCall, site: CallSite): Sentence | null {
  if (rule.needs !== undefined && !rule.needs.split(' ').some((option) => call.options.has(option))) {
    return unknownUse(call.name, ...wordsOf(call));
  }
  if (call.operands.length < (rule.least ?? 0)) return unknownUse(call.name, ...wordsOf(call));
  if (call.operands.length > (rule.most ?? Number.POSITIVE_INFINITY)) return unknownUse(call.name, ...wordsOf(call));
  return findOperandReason(rule, call, site) ?? rule.check?.(call, site) ?? null;
}

function findSecretValue(call: ToolCall, site: CallSite): Sentence | null {
  for (const value of call.pathValues) {
    const reason = site.findSecret(value);
    if (reason !== null) return reason;
  }
  return null;
}

function findOperandReason(rule: CompiledRule, call: ToolCall, site: CallSite): Sentence | null {
  const secret = findSecretValue(call, site);
  if (secret !== null) return secret;
  const kind = rule.operands ?? 'paths';
  if (kind === 'none') {
    const first = call.operands[0];
    return first === undefined ? null : unknownUse(call.name, first.text);
  }
  // Where every option is harmless, a name that looks like one is, too.
  const isAnyHarmless = rule.table.takesAny && (rule.refuses === undefined || rule.isWildHarmless === true);
  if (!isAnyHarmless && !call.isGuarded && call.operands.some((word) => word.isGlob && /^[*?[]/.test(word.text))) {
    return say`A file name that the wildcard finds could be taken for an option`;
  }
  if (rule.most !== undefined && kind === 'paths' && call.operands.some((word) => word.isGlob))
    return say`I can't tell how many files the wildcard finds`;
  if (kind === 'text') return null;
  const hasPattern = ['-e', '-f', '--regexp', '--file'].some((option) => call.options.has(option));
  const paths = kind === 'pattern' && !hasPattern ? call.operands.slice(1) : call.operands;
  for (const path of paths) {
    const reason = site.findSecret(path);
    if (reason !== null) return reason;
  }
  return null;
}
