/** Tools of one family that read `@file` as the words in that file, at any place. */
import { type Sentence, say } from '../../../words/say.ts';
import type { ToolCall } from '../tool-rule.ts';

/** Such a word may load a program, or name a file that keeps secrets. */
export function findArgumentFileReason(call: ToolCall): Sentence | null {
  return call.words.some((word) => word.text.startsWith('@') || (word.isGlob && /^[*?[]/.test(word.text)))
    ? say`It takes options from a file`
    : null;
}
