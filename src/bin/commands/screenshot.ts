/** `deskhand screenshot FILE [--display N]`: saves the present screen as a JPEG, with private content covered. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '../../words/say.ts';
import { call } from '../call.ts';
import { EXIT, ExitError, runCommand } from '../exit.ts';
import { askDeskhand, readArguments } from '../reach-deskhand.ts';
import { untilSignal } from '../signals.ts';

await runCommand(async (hide) => {
  const usage = call('screenshot', 'FILE [--display N]');
  const { values, positionals } = readArguments(
    () => parseArgs({ allowPositionals: true, options: { display: { type: 'string' } } }),
    usage,
  );
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new ExitError(EXIT.configuration, say`Say where to put it: ${usage}`);
  if (values.display !== undefined && !/^(?:[1-9]|1[0-6])$/.test(values.display))
    throw new ExitError(EXIT.configuration, say`--display is a number from 1 to 16.\nUse: ${usage}`);
  return await askDeskhand(hide, async (control) => {
    const display = values.display === undefined ? undefined : Number(values.display);
    const jpeg = await control.screenshot(display, untilSignal().signal);
    try {
      writeFileSync(file, jpeg, { mode: 0o600 });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ExitError(EXIT.failure, say`The picture could not be written to ${file}: ${why}`, { cause: error });
    }
    process.stdout.write(`${file}\n`);
    return EXIT.clean;
  });
});
