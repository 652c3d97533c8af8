/** The log: pino on standard error, JSON for machines, short lines for a person at a terminal; never a token. */
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import { createRedactor } from '../safety/secrets/redact.ts';

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
const WARN = 40;

/** `secrets`: Deskhand's own tokens; they and all other tokens are masked everywhere. */
export function createLog(level: string, secrets: readonly string[], isTerminal: boolean): Logger {
  const redactor = createRedactor(secrets);
  const write = (json: string): void => {
    // Masks the parsed line: in the raw one JSON's \n before a token would count as one of its letters.
    const line = redactor.data(lineSchema.parse(JSON.parse(json)));
    process.stderr.write(isTerminal ? shorten(line) : `${JSON.stringify(line)}\n`);
  };
  return pino({ level, base: null }, { write });
}

/** "08:15:02 warning: a message could not be delivered (telegram)". */
function shorten({ level, time, msg, ...facts }: z.infer<typeof lineSchema>): string {
  const at = new Date(time).toTimeString().slice(0, 8);
  const details = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`;
  return `${at} ${level >= WARN ? 'warning: ' : ''}${msg}${details}\n`;
}
