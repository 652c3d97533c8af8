/** Keeps the token out of whatever people and logs see. */

import type { Log } from '../../../src/ports/chat-needs.ts';

/** `text` without the token in any spelling, whole or only its secret half. */
export function redactToken(text: string, token: string): string {
  const secret = token.slice(token.indexOf(':') + 1);
  return [token, encodeURIComponent(token), secret, encodeURIComponent(secret)]
    .filter((spelling) => spelling.length > 0)
    .reduce((cleaned, spelling) => cleaned.replaceAll(spelling, '<token>'), text);
}

/** The log with the token taken out of every text that passes. */
export function createRedactedLog(log: Log, token: string): Log {
  function clean(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const entries = Object.entries(fields);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? redactToken(value, token) : value]),
    );
  }
  return {
    info: (fields, text) => log.info(clean(fields), redactToken(text, token)),
    warn: (fields, text) => log.warn(clean(fields), redactToken(text, token)),
    error: (fields, text) => log.error(clean(fields), redactToken(text, token)),
  };
}
