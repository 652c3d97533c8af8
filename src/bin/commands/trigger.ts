/** `deskhand trigger NAME [--json FILE]`: calls a trigger of the Deskhand that works here; `--list` shows them, `--secret NAME` a new secret. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SaidError, textOf } from '../../words/said-error.ts';
import { join, say, slash, type Text } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';
import { needTerminal, whilePhoneIsAsked } from '../terminal/need-terminal.ts';
import { tell } from '../terminal/tell.ts';

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
  const wrong = (): ExitError => new ExitError(EXIT.configuration, say`Use: ${USAGE}`);
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
      tell(say`Secret of ${wanted}, shown this once; the one before counts no longer:\n${secret}`);
      return EXIT.clean;
    }
    if (name === undefined) {
      const list = await triggers.list();
      if (list.length === 0)
        tell(say`There is no trigger. Make one in your chat: ${slash('orders trigger NAME GOAL')}`);
      for (const one of list) tell(describe(one));
      return EXIT.clean;
    }
    const order = await triggers.call(name, fields, values.id);
    tell(say`Called: order ${order}.`);
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

function describe({ name, order, fields, isPaused, hasSecret }: Listed): Text {
  const facts = [
    say`order ${order}`,
    fields.length === 0 ? say`no fields` : say`fields: ${fields.join(', ')}`,
    ...(isPaused ? [say`paused`] : []),
    hasSecret ? say`has a secret` : say`no secret yet: ${call('trigger', `--secret ${name}`)}`,
  ];
  return say`${name}  (${join(facts, '; ')})`;
}

/** `-` is the standard input. */
function readFields(file: string): Readonly<Record<string, unknown>> {
  const where = file === '-' ? say`the standard input` : file;
  try {
    const text = readFileSync(file === '-' ? 0 : file, 'utf8');
    if (text.length > LONGEST) throw new SaidError(say`it is longer than ${LONGEST / 1024} KB`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? say`it is no JSON object` : textOf(error);
    throw new ExitError(EXIT.configuration, say`The fields could not be read from ${where}: ${why}.`, { cause: error });
  }
}
