/** Answers to secret questions: the run knows them by a name only, and each is typed once. */
import type { ActionOf } from '../../action/schema.ts';
import { Refused } from '../../ports/desktop.ts';
import type { PerformContext } from './perform-ports.ts';

type Secrets = Pick<PerformContext['session'], 'secrets' | 'secretsAsked'>;

const SECRET = /\{\{secret:(\d+)\}\}/g;

/** Puts secret answers in place of their names; each works once. Throws `Refused` for one that is not there. */
export function revealSecrets(text: string, session: Secrets): string {
  return text.replace(SECRET, (_, digits: string) => {
    const number = Number(digits);
    const value = session.secrets.get(number);
    if (value === undefined)
      throw new Refused(`{{secret:${number}}} is not there: it was never asked for, or it was used already.`);
    session.secrets.delete(number);
    return value;
  });
}

/** A secret answer gets a name; only the name goes on. */
export function keepSecret(answer: string, question: ActionOf<'ask_user'>, session: Secrets): string {
  if (!question.secret) return answer;
  session.secretsAsked += 1;
  session.secrets.set(session.secretsAsked, answer);
  return `{{secret:${session.secretsAsked}}} (type it exactly like this, once)`;
}
