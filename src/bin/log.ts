/** The log: pino on standard error, JSON for machines, short lines for a person at a terminal; never a token. */
import { type Logger, pino } from 'pino';
import { z } from 'zod';

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
const WARN = 40;

/** `secrets` are replaced wherever they occur in a line. */
export function createLog(level: string, secrets: readonly string[], isTerminal: boolean): Logger {
  const hide = (text: string): string => secrets.reduce((line, secret) => line.replaceAll(secret, '[secret]'), text);
  const write = (line: string): void => void process.stderr.write(isTerminal ? shorten(hide(line)) : hide(line));
  return pino({ level, base: null }, { write });
}

/** "08:15:02 warning: a message could not be delivered (telegram)". */
function shorten(json: string): string {
  const { level, time, msg, ...facts } = lineSchema.parse(JSON.parse(json));
  const at = new Date(time).toTimeString().slice(0, 8);
  const details = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`;
  return `${at} ${level >= WARN ? 'warning: ' : ''}${msg}${details}\n`;
}
