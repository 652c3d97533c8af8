/** Answers to secret questions: the run knows them by a name only, and each is typed once. */
import { Refused } from '../../ports/desktop.ts';
import { say } from '../../words/say.ts';

export interface SecretAnswers {
  /** Keeps an answer in memory only, and returns the name that stands for it. */
  keep(answer: string): string;
  /** Replaces names by their secret answers; each works once. Throws `Refused` for an unknown name. */
  reveal(text: string): string;
}

const SECRET = /\{\{secret:(\d+)\}\}/g;

export function createSecretAnswers(): SecretAnswers {
  const answers = new Map<number, string>();
  let asked = 0;
  return {
    keep(answer) {
      asked += 1;
      answers.set(asked, answer);
      return `{{secret:${asked}}}`;
    },
    reveal: (text) =>
      text.replace(SECRET, (_, digits: string) => {
        const number = Number(digits);
        const value = answers.get(number);
        if (value === undefined)
          throw new Refused(say`{{secret:${number}}} is not there: it was never asked for, or it was used already.`);
        answers.delete(number);
        return value;
      }),
  };
}
