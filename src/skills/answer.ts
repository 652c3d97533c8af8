/** How a playbook's last output is told: `## Answer`, rules that turn its lines into sentences, with sentences for no output and for failure. */
import { z } from 'zod';
import { paramNames, withParts } from '../words/fill.ts';
import { linesOf } from '../words/printed.ts';
import { textOf } from '../words/said-error.ts';
import { join, say, type Text } from '../words/say.ts';
import { sayFirstIssue } from '../words/say-issue.ts';
import { compileTrigger, readGoal, type Trigger, trustTrigger } from './triggers.ts';

/** As in the skill's file, with its compiled expressions. */
export interface Answer {
  readonly rules: readonly AnswerRule[];
  /** Meaning of an empty output. */
  readonly nothing?: string | undefined;
  /** Meaning of a failed command; its output is told after it. */
  readonly failed?: string | undefined;
}

export interface AnswerRule {
  readonly line: Trigger;
  /** May hold `{{name}}` of the expression's groups. */
  readonly say: string;
}

export type ParsedAnswer =
  | { readonly ok: true; readonly answer: Answer | null }
  | { readonly ok: false; readonly reason: Text };

const said = z.string().min(1).max(300);
const schema = z
  .array(
    z.union([
      z.strictObject({ line: z.string().min(1), say: said }),
      z.strictObject({ nothing: said }),
      z.strictObject({ failed: said }),
    ]),
  )
  .min(1)
  .max(20);

/** Lines of an answer that fit on a phone. */
const MOST_LINES = 15;

/** Reads the JSON list of `## Answer`. `isTrusted`: our own tests have compiled its expressions. */
export function parseAnswer(json: string, isTrusted: boolean): ParsedAnswer {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, reason: say`the answer is not JSON: ${textOf(error)}` };
  }
  const list = schema.safeParse(value);
  if (!list.success) return { ok: false, reason: sayFirstIssue(list.error, value, 'answer') };
  const rules: AnswerRule[] = [];
  for (const entry of list.data) {
    if (!('line' in entry)) continue;
    const compiled = isTrusted ? null : compileTrigger(entry.line);
    if (compiled?.ok === false)
      return { ok: false, reason: say`the answer's line \`${entry.line}\` can't be used: ${compiled.reason}` };
    rules.push({ line: compiled?.trigger ?? trustTrigger(entry.line), say: entry.say });
  }
  const nothing = list.data.find((entry) => 'nothing' in entry)?.nothing;
  const failed = list.data.find((entry) => 'failed' in entry)?.failed;
  return { ok: true, answer: { rules, nothing, failed } };
}

/** In the form that `parseAnswer` reads; null for none. */
export function writeAnswer(answer: Answer | null | undefined): readonly object[] | null {
  if (answer == null) return null;
  return [
    ...answer.rules.map(({ line, say: words }) => ({ line: line.pattern, say: words })),
    ...(answer.nothing === undefined ? [] : [{ nothing: answer.nothing }]),
    ...(answer.failed === undefined ? [] : [{ failed: answer.failed }]),
  ];
}

/** All fixed sentences of an answer, in the form of the catalog. */
export function sentencesOf(answer: Answer | null | undefined): readonly string[] {
  if (answer == null) return [];
  return [...answer.rules.map((rule) => rule.say), answer.nothing ?? [], answer.failed ?? []]
    .flat()
    .map((sentence) => withParts(sentence, {}).say);
}

/** Lines without a matching rule are left out when another line matches; otherwise the output is told unchanged. null: there is none. */
export function tellOutput(answer: Answer | null | undefined, output: Text): Text | null {
  const lines = linesOf(output).filter((line) => typeof line !== 'string' || line.trim() !== '');
  if (lines.length === 0) return answer?.nothing === undefined ? null : withParts(answer.nothing, {});
  const told = lines.flatMap((line) => sayLine(answer?.rules ?? [], line) ?? []);
  const all: readonly Text[] = told.length > 0 ? told : lines;
  const more = all.length - MOST_LINES;
  return more > 1 ? join([...all.slice(0, MOST_LINES), say`and ${more} more`], '\n') : join(all, '\n');
}

function sayLine(rules: readonly AnswerRule[], text: Text): Text | null {
  if (typeof text !== 'string') return null;
  const line = readGoal(text);
  for (const rule of rules) {
    const match = rule.line.match(line);
    if (match !== null) return withParts(rule.say, withNumbers(rule.line, match.params));
  }
  return null;
}

/** A group that matches `[\d.,]+` is a number, which is written in the reader's language. */
function withNumbers(
  line: Trigger,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const number = Number(value.replace(',', '.'));
      return [name, line.pattern.includes(`(?P<${name}>[\\d.,]+)`) && Number.isFinite(number) ? number : value];
    }),
  );
}

/** Groups that a rule's sentence wants and its expression has not. */
export function missingGroups({ line, say: words }: AnswerRule): readonly string[] {
  return paramNames(words).filter((name) => !line.pattern.includes(`(?P<${name}>`));
}
