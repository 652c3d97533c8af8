/** Keeps tokens out of whatever people and logs see. */

import type { Log } from '../../../src/ports/chat-needs.ts';
import { mapNames, type Text } from '../../../src/words/say.ts';

/** `text` without any of the tokens, in any spelling. */
export type Redact = (text: string) => string;

export function createRedact(tokens: readonly string[]): Redact {
  const spellings = tokens.flatMap((token) => [token, encodeURIComponent(token)]).filter((token) => token !== '');
  return (text) => spellings.reduce((cleaned, spelling) => cleaned.replaceAll(spelling, '<token>'), text);
}

/** What a platform's failure tells in words, in whichever field. */
interface FailureWords {
  readonly kind: string;
  readonly why?: Text;
  readonly detail?: string;
  readonly description?: string;
}

/** The failure with the tokens taken out of all that it tells. */
export function redactFailure<F extends FailureWords>(failure: F, redact: Redact): F {
  const { why, detail, description } = failure;
  return {
    ...failure,
    ...(why === undefined ? {} : { why: mapNames(why, redact) }),
    ...(detail === undefined ? {} : { detail: redact(detail) }),
    ...(description === undefined ? {} : { description: redact(description) }),
  };
}

/** The log with the tokens taken out of every text that passes. */
export function createRedactedLog(log: Log, redact: Redact): Log {
  const clean = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
    );
  return {
    info: (fields, text) => log.info(clean(fields), redact(text)),
    warn: (fields, text) => log.warn(clean(fields), redact(text)),
    error: (fields, text) => log.error(clean(fields), redact(text)),
  };
}
