/** Answers to secret questions: the run knows them by a name only, and each is typed once. */
import { Refused } from '../../ports/desktop.ts';
import { say } from '../../words/say.ts';

export interface SecretAnswers {
  /** Keeps it; the name that goes on instead of it. It is never written down. */
  keep(answer: string): string;
  /** Puts secret answers in place of their names; each works once. Throws `Refused` for one that is not there. */
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
