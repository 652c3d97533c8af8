/** Reason for a use of a program that no rule describes: it names the use, not its possible effect. */
import { type Sentence, say } from '../../words/say.ts';
import { cite } from '../levels.ts';

/** The program, and the words that are not known with it. */
export function unknownUse(...words: readonly string[]): Sentence {
  return say`I don't know what ${cite(words.filter((word) => word !== '').join(' '))} does`;
}
