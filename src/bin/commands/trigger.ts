/** `deskhand trigger NAME [--json FILE]`: calls a trigger of the Deskhand that works here; `--list` shows them, `--secret NAME` a new secret. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';

const USAGE = call('trigger', 'NAME [--json FILE] [--id ID] | --list | --secret NAME');
const LONGEST = 64 * 1024;

await runCommand(async (hide) => {
  const { values, positionals } = readArguments(
    () =>
      parseArgs({
        allowPositionals: true,
        options: {
          json: { type: 'string' },
          id: { type: 'string' },
          list: { type: 'boolean', default: false },
          secret: { type: 'string' },
        },
      }),
    USAGE,
  );
  const wrong = (): ExitError => new ExitError(EXIT.configuration, `Use: ${USAGE}`);
  const [name, ...more] = positionals;
  const { secret: wanted } = values;
  if (values.list || wanted !== undefined) {
    if (name !== undefined || values.json !== undefined || values.id !== undefined) throw wrong();
    if (values.list && wanted !== undefined) throw wrong();
  } else if (name === undefined || more.length > 0) throw wrong();
  if (wanted !== undefined) needTerminal(call('trigger', '--secret'), 'shows a secret');
  const fields = values.json === undefined ? {} : readFields(values.json);
  return await askDeskhand(hide, async ({ triggers }) => {
    if (wanted !== undefined) {
      const secret = await whilePhoneIsAsked(triggers.newSecret(wanted, untilSignal().signal));
      say(`Secret of ${wanted}, shown this once; the one before counts no longer:\n${secret}`);
      return EXIT.clean;
    }
    if (name === undefined) {
      const list = await triggers.list();
      if (list.length === 0) say('There is no trigger. Make one in your chat: /orders trigger NAME GOAL');
      for (const one of list) say(describe(one));
      return EXIT.clean;
    }
    const order = await triggers.call(name, fields, values.id);
    say(`Called: order ${order}.`);
    return EXIT.clean;
  });
});

interface Listed {
  readonly name: string;
  readonly order: string;
  readonly fields: readonly string[];
  readonly isPaused: boolean;
  readonly hasSecret: boolean;
}

function describe({ name, order, fields, isPaused, hasSecret }: Listed): string {
  const facts = [
    `order ${order}`,
    fields.length === 0 ? 'no fields' : `fields: ${fields.join(', ')}`,
    ...(isPaused ? ['paused'] : []),
    hasSecret ? 'has a secret' : `no secret yet: ${call('trigger', `--secret ${name}`)}`,
  ];
  return `${name}  (${facts.join('; ')})`;
}

/** `-` is the standard input. */
function readFields(file: string): Readonly<Record<string, unknown>> {
  const where = file === '-' ? 'the standard input' : file;
  try {
    const text = readFileSync(file === '-' ? 0 : file, 'utf8');
    if (text.length > LONGEST) throw new Error(`it is longer than ${LONGEST / 1024} KB`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'it is no JSON object' : error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.configuration, `The fields could not be read from ${where}: ${why}.`, { cause: error });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
