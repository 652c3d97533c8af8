/** The hash that pins a program: of all the code that a command line starts. */
import type { ToolPlace } from '../../src/ports/tool-place.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';
import { hashCode } from './code-hash.ts';
import { describeError } from './said-of-server.ts';

/** Rejects with a sentence when a program is not there, or is too large to be pinned. */
export async function hashOfProgram(words: readonly string[], place: ToolPlace): Promise<string> {
  const { code } = await place.find(words);
  try {
    return await hashCode(code);
  } catch (error) {
    throw new SaidError(say`its code cannot be pinned: ${describeError(error)}`, { cause: error });
  }
}
