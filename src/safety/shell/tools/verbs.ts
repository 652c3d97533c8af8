/** Checks the verb of a call, which identifies the use of most tools with many subcommands. */
import type { Sentence } from '../../../words/say.ts';
import type { ToolCall } from '../tool-rule.ts';
import { unknownUse } from '../unknown-use.ts';

export function operandAt(call: ToolCall, at: number): string {
  return call.operands[at]?.text.toLowerCase() ?? '';
}

/** The same for tools where every word with a dash is a verb. */
export function findByOnlyVerb(call: ToolCall, verb: RegExp): Sentence | null {
  const more = call.words.slice(1).find((word) => word.text.startsWith('-'));
  return more === undefined ? findByVerb(call, verb) : unknownUse(call.name, more.text);
}

/** -get, -list, -show, -is and similar verbs read; all others configure. */
export function findByVerb(call: ToolCall, verb: RegExp): Sentence | null {
  const [first] = call.words;
  if (first !== undefined && verb.test(first.text)) return null;
  return unknownUse(call.name, first?.text ?? '');
}
