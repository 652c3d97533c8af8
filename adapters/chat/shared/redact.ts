/** Keeps tokens out of whatever people and logs see. */

import type { Log } from '../../../src/ports/chat-needs.ts';

/** `text` without any of the tokens, in any spelling. */
export type Redact = (text: string) => string;

export function createRedact(tokens: readonly string[]): Redact {
  const spellings = tokens.flatMap((token) => [token, encodeURIComponent(token)]).filter((token) => token !== '');
  return (text) => spellings.reduce((cleaned, spelling) => cleaned.replaceAll(spelling, '<token>'), text);
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
